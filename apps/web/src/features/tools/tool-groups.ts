import type { Tool } from '@heddle/contracts';

/** The service behind tools that were imported together. */
export type ToolSource = NonNullable<Tool['source']>;

/** A service with its tools. */
export interface ServiceGroup {
  readonly source: ToolSource;
  readonly tools: readonly Tool[];
}

/** The tools of a workspace as the page shows them. */
export interface ToolGroups {
  readonly services: readonly ServiceGroup[];
  readonly flows: readonly Tool[];
  readonly searches: readonly Tool[];
  readonly builtin: readonly Tool[];
}

/** Which kinds the page shows. */
export type ToolKindFilter = Tool['kind'] | 'all';

/** What is shown of the tools. */
export interface ToolFilter {
  readonly query: string;
  readonly kind: ToolKindFilter;
}

function textOf({ name, title, description, operation, source }: Tool): string {
  const parts = [
    name,
    title.en,
    title.zh,
    description.en,
    description.zh,
    operation,
    source?.name,
    source?.server_url,
  ];
  return parts.join('\n').toLowerCase();
}

function servicesOf(tools: readonly Tool[]): readonly ServiceGroup[] {
  const groups = new Map<string, { source: ToolSource; tools: Tool[] }>();
  for (const tool of tools) {
    if (tool.kind !== 'openapi' || !tool.source) continue;
    const group = groups.get(tool.source.id);
    if (group) group.tools.push(tool);
    else groups.set(tool.source.id, { source: tool.source, tools: [tool] });
  }
  return [...groups.values()].sort((one, other) => one.source.name.localeCompare(other.source.name));
}

/** Sorts the tools that fit the filter into what the page shows: each service with its own, then the other kinds. */
export function groupTools(tools: readonly Tool[], { query, kind }: ToolFilter): ToolGroups {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = tools.filter((tool) => {
    const text = textOf(tool);
    return (kind === 'all' || tool.kind === kind) && words.every((word) => text.includes(word));
  });
  const ofKind = (wanted: Tool['kind']): readonly Tool[] => shown.filter((tool) => tool.kind === wanted);
  return {
    services: servicesOf(shown),
    flows: ofKind('flow'),
    searches: ofKind('web_search'),
    builtin: ofKind('builtin'),
  };
}

/** How models may call a tool. */
export const isToolNameBad = (name: string): boolean => !/^[A-Za-z0-9_-]{1,64}$/.test(name.trim());

const MAX_NAME = 64;

/** A name for a tool after what it does, which no tool has yet: "Weekly report" is `Weekly_report`. */
export function freeToolName(wanted: string, taken: readonly string[]): string {
  const letters = wanted.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '');
  const base = letters.slice(0, MAX_NAME - 4) || 'flow';
  let name = base;
  for (let number = 2; taken.includes(name); number += 1) name = `${base}_${number}`;
  return name;
}
