import { z } from 'zod';
import { nameText } from './text';
import { serviceUrl, toolAuthBodySchema, toolAuthSchema } from './tool-auth';

/** How MCP servers are spoken to. */
export const MCP_TRANSPORTS = ['streamable_http', 'sse', 'stdio'] as const;

const name = nameText(100);
const command = z.string().min(1).max(1_000);
const args = z.array(z.string().max(4_000)).max(100);

/** A tool of an MCP server as it was approved. */
export const mcpToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** JSON Schema of its arguments. */
  parameters: z.record(z.string(), z.unknown()),
});
/** See {@link mcpToolSchema}. */
export type McpTool = z.output<typeof mcpToolSchema>;

/** An MCP server of a workspace. */
export const mcpServerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  transport: z.enum(MCP_TRANSPORTS),
  /** Null for `stdio`. */
  url: z.string().nullable(),
  /** For `stdio`, else null. */
  command: z.string().nullable(),
  args: z.array(z.string()),
  auth: toolAuthSchema,
  is_enabled: z.boolean(),
  tools: z.array(mcpToolSchema),
  /** When the tools were last looked at and approved. */
  refreshed_at: z.iso.datetime().nullable(),
  /** Why the last look at the tools failed. */
  last_error: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
/** See {@link mcpServerSchema}. */
export type McpServer = z.output<typeof mcpServerSchema>;

const overHttp = { name, url: serviceUrl, auth: toolAuthBodySchema.optional() };

/** Body of `POST /api/mcp-servers`. */
export const createMcpServerBodySchema = z.discriminatedUnion('transport', [
  z.strictObject({ transport: z.literal('streamable_http'), ...overHttp }),
  z.strictObject({ transport: z.literal('sse'), ...overHttp }),
  z.strictObject({ transport: z.literal('stdio'), name, command, args: args.default([]) }),
]);
/** See {@link createMcpServerBodySchema}. */
export type CreateMcpServerBody = z.output<typeof createMcpServerBodySchema>;

/** Body of `PUT /api/mcp-servers/:id`; what is left out stays, another address takes the credential away. */
export const updateMcpServerBodySchema = z.strictObject({
  name: name.optional(),
  url: serviceUrl.optional(),
  auth: toolAuthBodySchema.optional(),
  is_enabled: z.boolean().optional(),
});
/** See {@link updateMcpServerBodySchema}. */
export type UpdateMcpServerBody = z.output<typeof updateMcpServerBodySchema>;

/** Body of `POST /api/mcp-servers/:id/refresh`; without any, the tools are approved as they are now. */
export const refreshMcpServerBodySchema = z
  .strictObject({
    /** Looks at the tools and approves nothing. */
    dry_run: z.boolean().default(false),
    /** What was looked at; other tools than those are not approved. */
    tools_hash: z.string().max(100).optional(),
  })
  .prefault({});
/** See {@link refreshMcpServerBodySchema}. */
export type RefreshMcpServerBody = z.output<typeof refreshMcpServerBodySchema>;

/** Answer of `POST /api/mcp-servers/:id/refresh`: the server with the tools that it has now, and what is new. */
export const refreshedMcpServerSchema = mcpServerSchema.extend({
  /** Tells these tools from any others. */
  tools_hash: z.string(),
  changes: z.object({
    added: z.array(z.string()),
    changed: z.array(z.string()),
    removed: z.array(z.string()),
  }),
});
/** See {@link refreshedMcpServerSchema}. */
export type RefreshedMcpServer = z.output<typeof refreshedMcpServerSchema>;

/** Orders of `GET /api/mcp-servers`. */
export const MCP_SERVER_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
