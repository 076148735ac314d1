import { RUN_STATUSES } from '@heddle/model';
import { z } from 'zod';
import { listQuery } from './paging';
import { chatText } from './text';

const json = z.record(z.string(), z.unknown());

/** Body of `POST …/:id/run`: a run of the draft. */
export const runFlowBodySchema = z.strictObject({
  inputs: json.default({}),
  query: chatText().optional(),
  files: z.array(json).max(50).default([]),
  session_id: z.string().min(1).max(255).optional(),
  stream: z.boolean().default(false),
});
/** See {@link runFlowBodySchema}. */
export type RunFlowBody = z.output<typeof runFlowBodySchema>;

/**
 * Body of `POST …/:id/nodes/:nodeId/run`: one node of the draft by itself. `inputs` are what its references name, by
 * node id, `sys` or `conversation`; for a start node they are the inputs of the run.
 */
export const runNodeBodySchema = z.strictObject({
  inputs: json.default({}),
  stream: z.boolean().default(false),
});
/** See {@link runNodeBodySchema}. */
export type RunNodeBody = z.output<typeof runNodeBodySchema>;

/**
 * Body of `POST …/:runId/rerun`: the run once more from one node on, everything before it as it was, containers and
 * called flows included. A node inside a container stands for its outermost container, which runs from its first item
 * on. `overrides` replaces outputs, by node id; those nodes do not run again (inside a container: for any item).
 */
export const rerunBodySchema = z.strictObject({
  from_node_id: z.string().max(64).optional(),
  overrides: z.record(z.string(), json).default({}),
  stream: z.boolean().default(false),
});
/** See {@link rerunBodySchema}. */
export type RerunBody = z.output<typeof rerunBodySchema>;

/** An error as runs, nodes and events carry it. */
export const wireErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  node_id: z.string().optional(),
  details: json.optional(),
});

/** Tokens and money that a run or a node took. */
export const usageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  cost: z.number(),
});

/** How a run ended, or stands; answer of `POST …/:id/run`. A failed run is not a failed request. */
export const runResultSchema = z.object({
  run_id: z.uuid(),
  status: z.enum(RUN_STATUSES),
  outputs: json,
  error: wireErrorSchema.nullable(),
  session_id: z.string().optional(),
  elapsed_ms: z.number(),
  usage: usageSchema,
});
/** See {@link runResultSchema}. */
export type RunResultBody = z.output<typeof runResultSchema>;

/** States of a node within a run. */
export const NODE_STATUSES = [
  'queued',
  'running',
  'paused',
  'succeeded',
  'failed',
  'stopped',
  'interrupted',
  'skipped',
] as const;
/** One of {@link NODE_STATUSES}. */
export type NodeExecutionStatus = (typeof NODE_STATUSES)[number];

/** What one node did in a run; several for a node in a container. */
export const nodeExecutionSchema = z.object({
  id: z.string(),
  node_id: z.string(),
  type: z.string(),
  label: z.string(),
  status: z.enum(NODE_STATUSES),
  attempt: z.number().int(),
  path: z.array(z.union([z.string(), z.number()])),
  inputs: json.nullable(),
  outputs: json.nullable(),
  error: wireErrorSchema.nullable(),
  usage: usageSchema.optional(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** Time at work: for containers that of all their items or rounds, otherwise that of the last attempt. */
  elapsed_ms: z.number().nullable(),
  /** Time in line before the first attempt, behind the other nodes of the run; null when it is not known. */
  queued_ms: z.number().nullable(),
  /** Time from the end of the node until that was durable; null while it is not, or not known. */
  persist_ms: z.number().nullable(),
});
/** See {@link nodeExecutionSchema}. */
export type NodeExecution = z.output<typeof nodeExecutionSchema>;

/** Where a run was asked for. */
export const RUN_SOURCES = ['console', 'api', 'webhook', 'schedule'] as const;
/** See {@link RUN_SOURCES}. */
export type RunSource = (typeof RUN_SOURCES)[number];

/** A run in a list. */
export const runSummarySchema = z.object({
  run_id: z.uuid(),
  flow_id: z.uuid(),
  version: z.number().int().nullable(),
  source: z.enum(RUN_SOURCES),
  user_id: z.string(),
  status: z.enum(RUN_STATUSES),
  error: wireErrorSchema.nullable(),
  session_id: z.string().optional(),
  elapsed_ms: z.number(),
  usage: usageSchema,
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
/** See {@link runSummarySchema}. */
export type RunSummary = z.output<typeof runSummarySchema>;

/** A run with what its nodes did; answer of `GET /api/flow/runs/:runId`. */
export const runDetailSchema = runSummarySchema.extend({
  inputs: json,
  outputs: json,
  nodes: z.array(nodeExecutionSchema),
});
/** See {@link runDetailSchema}. */
export type RunDetail = z.output<typeof runDetailSchema>;

/** Orders of `GET /api/flow/runs`. */
export const RUN_SORTS = ['-created_at', 'created_at'] as const;

/** The query of `GET /api/flow/runs`. */
export const runListQuerySchema = listQuery(RUN_SORTS)
  .omit({ q: true })
  .extend({
    flow_id: z.uuid().optional(),
    status: z.enum(RUN_STATUSES).optional(),
  });
/** See {@link runListQuerySchema}. */
export type RunListQuery = z.output<typeof runListQuerySchema>;
