import {
  Bot,
  Box,
  Brain,
  Code,
  FileText,
  Flag,
  GitBranch,
  Globe,
  MessageCircle,
  PencilLine,
  Play,
  Repeat,
  Search,
  Sparkles,
  StickyNote,
  User,
  Wrench,
} from '@lucide/vue';
import type { Component } from 'vue';

const ICONS: Readonly<Record<string, Component>> = {
  bot: Bot,
  box: Box,
  brain: Brain,
  code: Code,
  'file-text': FileText,
  flag: Flag,
  'git-branch': GitBranch,
  globe: Globe,
  'message-circle': MessageCircle,
  'pencil-line': PencilLine,
  play: Play,
  repeat: Repeat,
  search: Search,
  sparkles: Sparkles,
  'sticky-note': StickyNote,
  user: User,
  wrench: Wrench,
};

/** The icon that a node type names; a plain box for names that are not known. */
export const nodeIcon = (name: string): Component => ICONS[name] ?? Box;
