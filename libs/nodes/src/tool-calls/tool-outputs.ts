import type { NodeContext, ToolResult } from '@heddle/engine';
import type { Json, JsonObject } from '@heddle/model';
import { resolveNamed } from '../fields/resolve-named';

/** The arguments of a config with their references filled. */
export const givenArguments = (
  values: Readonly<Record<string, Json>>,
  context: Pick<NodeContext, 'variables' | 'isDifyCompatible'>,
): JsonObject =>
  resolveNamed(
    Object.entries(values).map(([name, value]) => ({ name, value })),
    context,
  );

/** What a tool answered, as nodes put it out. */
export const toolOutputs = ({ text, json, files }: ToolResult): JsonObject => ({
  text,
  json,
  files: files.map((file) => ({ ...file })),
});
