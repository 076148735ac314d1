import { z } from 'zod';
import type { Json } from '../json';

/** What a flow is for: a conversation, or a single call. Never changes after creation. */
export const FLOW_MODES = ['chatflow', 'workflow'] as const;
/** One of {@link FLOW_MODES}. */
export type FlowMode = (typeof FLOW_MODES)[number];

/** Retry of a node, before its error policy applies; waits never hold a thread or another branch. */
export const retrySchema = z.object({
  max_attempts: z.number().int().min(0).max(10).default(0),
  interval_ms: z.number().int().min(0).max(600_000).default(1_000),
  backoff: z.enum(['fixed', 'exponential']).default('fixed'),
  max_interval_ms: z.number().int().min(0).max(600_000).default(60_000),
  jitter: z.boolean().default(false),
});
/** See {@link retrySchema}. */
export type RetryPolicy = z.infer<typeof retrySchema>;

/** What happens when a node has failed for good. */
export const ERROR_POLICIES = ['fail', 'branch', 'default_value', 'continue'] as const;
/** One of {@link ERROR_POLICIES}. */
export type ErrorPolicy = (typeof ERROR_POLICIES)[number];

/** A node's largest allowed time limit. */
export const MAX_NODE_TIMEOUT_MS = 3_600_000;

const timeoutSchema = z.number().int().min(1).max(MAX_NODE_TIMEOUT_MS);
const jsonRecord = z.record(z.string(), z.custom<Json>());

/** A node as stored: its type's config inside the envelope that all nodes share. */
export const flowNodeSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  label: z.string().max(200).default(''),
  position: z.object({ x: z.number(), y: z.number() }).default({ x: 0, y: 0 }),
  config: jsonRecord.default({}),
  /** Version of the config's shape; older ones are migrated by the definition. */
  version: z.number().int().positive().optional(),
  parent_id: z.string().optional(),
  /** How large people drew a container's frame; the editor keeps it around what stands inside. */
  size: z.object({ width: z.number().positive(), height: z.number().positive() }).optional(),
  retry: retrySchema.optional(),
  timeout_ms: timeoutSchema.optional(),
  idle_timeout_ms: timeoutSchema.optional(),
  on_error: z.enum(ERROR_POLICIES).optional(),
  default_outputs: jsonRecord.optional(),
  pinned_output: jsonRecord.optional(),
  /** What an imported node was elsewhere, as far as its config does not say; an export gives it back. */
  origin: z
    .object({
      format: z.string(),
      type: z.string(),
      data: jsonRecord.default({}),
      /** Its ways out, for nodes whose type does not exist here. */
      handles: z.array(z.string()).optional(),
    })
    .optional(),
});
/** See {@link flowNodeSchema}. */
export type FlowNode = z.infer<typeof flowNodeSchema>;

/** A connection; no `source_handle` means the handle `source`. */
export const flowEdgeSchema = z.looseObject({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  source_handle: z.string().optional(),
});
/** See {@link flowEdgeSchema}. */
export type FlowEdge = z.infer<typeof flowEdgeSchema>;

const envVariableSchema = z.object({
  name: z.string(),
  type: z.string().default('string'),
  value: z.custom<Json>().default(null),
});
const conversationVariableSchema = z.object({
  name: z.string(),
  type: z.string().default('string'),
  default: z.custom<Json>().default(null),
});

/** The shape of a flow definition on the wire and in the database (schema 1). */
export const flowDocumentSchema = z.looseObject({
  schema: z.literal(1).default(1),
  nodes: z.array(flowNodeSchema).default([]),
  edges: z.array(flowEdgeSchema).default([]),
  variables: z
    .object({
      env: z.array(envVariableSchema).default([]),
      conversation: z.array(conversationVariableSchema).default([]),
    })
    .default({ env: [], conversation: [] }),
  features: jsonRecord.default({}),
});
/** A flow: nodes, edges and variables. Keys are the wire format, snake_case. */
export type FlowDocument = z.infer<typeof flowDocumentSchema>;

/** The handle an edge leaves from when it names none. */
export const DEFAULT_HANDLE = 'source';
/** The handle of the error policy `branch`. */
export const ERROR_HANDLE = 'error';

/** The handle an edge leaves its source from. */
export const handleOf = (edge: Pick<FlowEdge, 'source_handle'>): string =>
  edge.source_handle ?? DEFAULT_HANDLE;

/** A new, empty flow. */
export const emptyDocument = (): FlowDocument => flowDocumentSchema.parse({});
