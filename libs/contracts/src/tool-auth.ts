import { z } from 'zod';

/** How a tool or an MCP server is told who calls. */
export const TOOL_AUTH_TYPES = ['none', 'api_key', 'bearer', 'basic'] as const;

const shown = {
  type: z.enum(TOOL_AUTH_TYPES),
  /** For `api_key`: where the key goes. */
  in: z.enum(['header', 'query']).default('header'),
  /** For `api_key`: the name of the header or parameter. */
  name: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'must be the name of a header or parameter')
    .default('X-API-Key'),
  /** For `basic`. */
  username: z.string().max(500).default(''),
};

/** How somebody else's service is told who calls, without the key, token or password. */
export const toolAuthSchema = z.object({ ...shown, has_credential: z.boolean() });
/** See {@link toolAuthSchema}. */
export type ToolAuth = z.output<typeof toolAuthSchema>;

/** The same as it is written; without a credential the one that is there stays, an empty one takes it away. */
export const toolAuthBodySchema = z.strictObject({
  ...shown,
  /** The key, token or password; it never leaves the server again. */
  credential: z.string().max(16_384).optional(),
});
/** See {@link toolAuthBodySchema}. */
export type ToolAuthBody = z.output<typeof toolAuthBodySchema>;

/** A web address of a service. */
export const serviceUrl = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^https?:\/\/[^\s/?#]+/i, 'must begin with http:// or https://');
