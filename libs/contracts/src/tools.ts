import { z } from 'zod';
import { listQuery } from './paging';
import { nameText, plainText } from './text';
import { serviceUrl, toolAuthBodySchema, toolAuthSchema } from './tool-auth';

/** What tools there are: our own, operations of services, flows, and a search of the web. */
export const TOOL_KINDS = ['builtin', 'openapi', 'flow', 'web_search'] as const;

/** Services that search the web. */
export const SEARCH_PROVIDERS = ['searxng', 'tavily', 'brave'] as const;
/** One of {@link SEARCH_PROVIDERS}. */
export type SearchProvider = (typeof SEARCH_PROVIDERS)[number];

/** How models call a tool. */
export const TOOL_NAME_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

const toolName = z.string().regex(TOOL_NAME_PATTERN, 'must have letters, digits, _ or - only, at most 64');
const description = plainText(4_000);

/** A tool as lists show it. */
export const toolSchema = z.object({
  /** A built-in tool's name, else a UUID; what flows name it by. */
  id: z.string(),
  kind: z.enum(TOOL_KINDS),
  name: z.string(),
  title: z.object({ en: z.string(), zh: z.string() }),
  description: z.object({ en: z.string(), zh: z.string() }),
  /** JSON Schema of its arguments. */
  parameters: z.record(z.string(), z.unknown()),
  is_enabled: z.boolean(),
  /** The service that it calls; tools imported together share one. */
  source: z
    .object({ id: z.uuid(), name: z.string(), server_url: z.string(), auth: toolAuthSchema })
    .nullable(),
  /** For `openapi`: what is sent, as `GET /pets/{id}`. */
  operation: z.string().nullable(),
  /** For `web_search`. */
  provider: z.enum(SEARCH_PROVIDERS).nullable(),
  /** For `flow`. */
  flow_id: z.uuid().nullable(),
  /** For `flow`: the version that is called; the live one when null. */
  version: z.number().int().nullable(),
  /** Null for built-in tools. */
  created_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime().nullable(),
});
/** See {@link toolSchema}. */
export type Tool = z.output<typeof toolSchema>;

const flowToolBody = z.strictObject({
  kind: z.literal('flow'),
  flow_id: z.uuid(),
  version: z.number().int().min(1).nullable().default(null),
  name: toolName,
  description: description.default(''),
});

const searchToolBody = z.strictObject({
  kind: z.literal('web_search'),
  provider: z.enum(SEARCH_PROVIDERS),
  name: toolName.default('web_search'),
  description: description.default(''),
  /** The address of the service; only SearXNG has none of its own. */
  server_url: serviceUrl.optional(),
  /** The key of the service; SearXNG needs none. */
  credential: z.string().max(16_384).optional(),
});

/** Body of `POST /api/tools`; operations of services come by `POST /api/tools/import`. */
export const createToolBodySchema = z.discriminatedUnion('kind', [flowToolBody, searchToolBody]);
/** See {@link createToolBodySchema}. */
export type CreateToolBody = z.output<typeof createToolBodySchema>;

/** Body of `PUT /api/tools/:id`; what is left out stays. */
export const updateToolBodySchema = z.strictObject({
  name: toolName.optional(),
  description: description.optional(),
  is_enabled: z.boolean().optional(),
  /** For `flow`. */
  version: z.number().int().min(1).nullable().optional(),
  /** Of the service, so for every tool imported with it; another address takes the credential away. */
  server_url: serviceUrl.optional(),
  /** Of the service, so for every tool imported with it. */
  auth: toolAuthBodySchema.optional(),
});
/** See {@link updateToolBodySchema}. */
export type UpdateToolBody = z.output<typeof updateToolBodySchema>;

/** Body of `POST /api/tools/import`: an OpenAPI 3 document as text or as JSON, or the address of one. */
export const importToolsBodySchema = z
  .strictObject({
    document: z.union([z.string().min(1).max(5_000_000), z.record(z.string(), z.unknown())]).optional(),
    url: serviceUrl.optional(),
    /** How the service is called; the document's title when absent. */
    name: nameText(200).optional(),
    /** Where the service is, when the document does not say or says something else. */
    server_url: serviceUrl.optional(),
    /** How the service is told who calls; what the document says when absent. */
    auth: toolAuthBodySchema.optional(),
    /** The names of the operations wanted; all when absent. */
    operations: z.array(z.string().max(200)).min(1).max(500).optional(),
    /** Answers what would be imported, and imports nothing. */
    dry_run: z.boolean().default(false),
  })
  .refine(({ document, url }) => (document === undefined) !== (url === undefined), {
    path: ['document'],
    error: 'give either the document or its url',
  });
/** See {@link importToolsBodySchema}. */
export type ImportToolsBody = z.output<typeof importToolsBodySchema>;

/** Answer of `POST /api/tools/import`; warnings say what was left out, and why. */
export const importedToolsSchema = z.object({ tools: z.array(toolSchema), warnings: z.array(z.string()) });
/** See {@link importedToolsSchema}. */
export type ImportedTools = z.output<typeof importedToolsSchema>;

/** Why an operation of a document is left out or not wholly described. */
export const IMPORT_WARNINGS = ['OWN_SERVER', 'TOO_MANY', 'ARGUMENTS_CUT'] as const;

/** Answer of `POST /api/tools/import` with `dry_run`: what the document says. */
export const importPreviewSchema = z.object({
  name: z.string(),
  /** Null when the document does not say where the service is. */
  server_url: z.string().nullable(),
  auth: toolAuthSchema.omit({ has_credential: true }),
  operations: z.array(
    z.object({
      /** What `operations` of the import has to name it. */
      name: z.string(),
      /** What the tool will be called; another name where that one is taken. */
      tool_name: z.string(),
      /** What is sent, as `GET /pets/{id}`. */
      operation: z.string(),
      description: z.string(),
      /** JSON Schema of its arguments. */
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
  warnings: z.array(z.object({ code: z.enum(IMPORT_WARNINGS), operation: z.string(), message: z.string() })),
});
/** See {@link importPreviewSchema}. */
export type ImportPreview = z.output<typeof importPreviewSchema>;

/** Orders of `GET /api/tools`; built-in tools come last. */
export const TOOL_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;

/** The query of `GET /api/tools`. */
export const toolListQuerySchema = listQuery(TOOL_SORTS).extend({ kind: z.enum(TOOL_KINDS).optional() });
/** See {@link toolListQuerySchema}. */
export type ToolListQuery = z.output<typeof toolListQuerySchema>;
