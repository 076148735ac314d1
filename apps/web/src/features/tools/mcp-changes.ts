import type { McpTool } from '@heddle/contracts';
import type { ServerChange } from './use-mcp-servers';

/** A tool that says something else of itself than what was approved. */
export interface ChangedTool {
  readonly before: McpTool;
  readonly now: McpTool;
  readonly hasOtherDescription: boolean;
  readonly hasOtherParameters: boolean;
}

/** What somebody approves together with the tools of a server. */
export interface ToolDifferences {
  readonly added: readonly McpTool[];
  readonly changed: readonly ChangedTool[];
  readonly removed: readonly McpTool[];
}

/** The same text for the same value, whatever order its keys came in. */
function spelled(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function changedTool(before: McpTool, now: McpTool): ChangedTool {
  return {
    before,
    now,
    hasOtherDescription: before.description !== now.description,
    hasOtherParameters: spelled(before.parameters) !== spelled(now.parameters),
  };
}

/** Puts the tools of a server beside those that were approved. */
export function differencesOf({ before, now }: ServerChange): ToolDifferences {
  const { added, changed, removed } = now.changes;
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  return {
    added: now.tools.filter(({ name }) => added.includes(name)),
    changed: now.tools.flatMap((tool) => {
      const approved = changed.includes(tool.name) ? old.get(tool.name) : undefined;
      return approved ? [changedTool(approved, tool)] : [];
    }),
    removed: before.tools.filter(({ name }) => removed.includes(name)),
  };
}
