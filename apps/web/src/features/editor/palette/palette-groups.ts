import type { AnyNodeDefinition, FlowMode, NodeCategory } from '@heddle/model';
import type { Language } from '../document/new-node';

/** Node types of one category, as the picker shows them. */
export interface PaletteGroup {
  readonly category: NodeCategory;
  readonly definitions: readonly AnyNodeDefinition[];
}

/** What the picker is opened for. */
export interface PaletteContext {
  readonly mode: FlowMode;
  /** A connection leads to the new node, so it cannot begin the flow. */
  readonly needsEntry: boolean;
  /** A connection leaves the new node, so it cannot end the flow. */
  readonly needsExit: boolean;
  /** It goes into a container. */
  readonly isInside: boolean;
  /** There is a loop around it, or one that it can be dragged into. */
  readonly canLeaveLoop: boolean;
}

function isOffered(definition: AnyNodeDefinition, context: PaletteContext): boolean {
  const { mode, needsEntry, needsExit, isInside, canLeaveLoop } = context;
  if (definition.modes && !definition.modes.includes(mode)) return false;
  if (definition.kind === 'start' && (needsEntry || isInside)) return false;
  if (definition.kind === 'exit' && (needsExit || !canLeaveLoop)) return false;
  return !needsExit || definition.isResult !== true;
}

function matches(definition: AnyNodeDefinition, words: readonly string[]): boolean {
  const { title, description, type } = definition;
  const text = `${title.en} ${title.zh} ${description.en} ${description.zh} ${type}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The types that fit, found by any of their words in either language, in palette order. */
export function paletteGroups(
  definitions: readonly AnyNodeDefinition[],
  context: PaletteContext,
  search: string,
): PaletteGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<NodeCategory, AnyNodeDefinition[]>();
  for (const definition of definitions) {
    if (!isOffered(definition, context) || !matches(definition, words)) continue;
    const group = groups.get(definition.category);
    if (group) group.push(definition);
    else groups.set(definition.category, [definition]);
  }
  return [...groups].map(([category, members]) => ({ category, definitions: members }));
}

/** The name of a type in the reader's language. */
export const titleOf = (definition: AnyNodeDefinition, language: Language): string =>
  definition.title[language];
