import type { WorkspaceUse } from '@heddle/model';
import { z } from 'zod';

/** Tools that a model may call by itself: one of the workspace's, a published flow, or those of an MCP server. */
export const toolUseSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tool'), id: z.string().min(1) }),
  z.object({ type: z.literal('flow'), id: z.string().min(1) }),
  z.object({
    type: z.literal('mcp'),
    id: z.string().min(1),
    /** One tool of the server; all of them when absent. */
    tool: z.string().min(1).optional(),
  }),
]);

/** See {@link toolUseSchema}. */
export type ToolUse = z.infer<typeof toolUseSchema>;

/** What a tool use needs of the workspace. */
export const workspaceUse = (use: ToolUse, path: string): WorkspaceUse => ({
  kind: use.type,
  id: use.id,
  ...(use.type === 'mcp' && use.tool !== undefined ? { tool: use.tool } : {}),
  path,
});
