import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { mcpErrors } from './mcp-errors';

const allowListSchema = z.array(
  z.object({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** What the process finds in its environment besides PATH and HOME. */
    env: z.record(z.string(), z.string()).default({}),
    cwd: z.string().optional(),
  }),
);

/** A command that the operator lets workspaces start. */
export type AllowedCommand = z.output<typeof allowListSchema>[number];

async function readList(file: string): Promise<z.output<typeof allowListSchema>> {
  try {
    return allowListSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw mcpErrors.MCP_STDIO_DISABLED({}, error);
  }
}

/**
 * Finds a command in the operator's list, a JSON file of `[{command, args, env?, cwd?}]`. Only the very same command
 * with the very same arguments counts: lists of forbidden flags are never complete.
 * @throws MCP_STDIO_DISABLED when it is not there, or there is no list
 */
export async function allowedCommand(
  file: string | undefined,
  wanted: { readonly command: string; readonly args: readonly string[] },
): Promise<AllowedCommand> {
  const list = file === undefined ? [] : await readList(file);
  const found = list.find(
    ({ command, args }) =>
      command === wanted.command &&
      args.length === wanted.args.length &&
      args.every((argument, index) => argument === wanted.args[index]),
  );
  if (!found) throw mcpErrors.MCP_STDIO_DISABLED({});
  return found;
}
