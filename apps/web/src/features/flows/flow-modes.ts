import type { FlowMode } from '@heddle/model';
import { MessagesSquare, Workflow } from '@lucide/vue';
import type { Component } from 'vue';

/** The modes in the order that lists show them; written out, since the model's list would load its schemas too. */
export const MODES = ['chatflow', 'workflow'] as const satisfies readonly FlowMode[];

/** The icon of each mode. */
export const MODE_ICONS: Readonly<Record<FlowMode, Component>> = {
  chatflow: MessagesSquare,
  workflow: Workflow,
};

/** The tile colour of each mode. */
export const MODE_TINTS: Readonly<Record<FlowMode, string>> = {
  chatflow: 'var(--category-agent)',
  workflow: 'var(--category-transform)',
};
