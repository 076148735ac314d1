import type { Json, JsonObject } from '@heddle/model';
import { z } from 'zod';

const looseText = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const record: z.ZodType<JsonObject> = z.record(z.string(), z.custom<Json>());
const point = z.object({ x: z.number(), y: z.number() }).catch({ x: 0, y: 0 });

/** A node on Dify's canvas: `type` says how it looks, `data.type` what it does. */
const nodeSchema = z.object({
  id: looseText,
  type: z.string().catch('custom'),
  data: record.catch({}),
  position: point,
  parentId: looseText.nullish().catch(undefined),
  width: z.number().positive().nullish().catch(undefined),
  height: z.number().positive().nullish().catch(undefined),
});
/** See {@link nodeSchema}. */
export type DifyNode = z.output<typeof nodeSchema>;

const edgeSchema = z.object({
  source: looseText,
  target: looseText,
  sourceHandle: looseText.nullish().catch(undefined),
});
/** A connection on Dify's canvas. */
export type DifyEdge = z.output<typeof edgeSchema>;

const variableSchema = z.looseObject({
  name: looseText,
  value_type: looseText.catch('string'),
  value: z.custom<Json>().optional(),
});
/** An environment or conversation variable. */
export type DifyVariable = z.output<typeof variableSchema>;

const workflowSchema = z.object({
  graph: z.object({
    nodes: z.array(nodeSchema).default([]),
    edges: z.array(edgeSchema).nullish().default([]),
  }),
  features: record.catch({}),
  environment_variables: z.array(variableSchema).nullish(),
  conversation_variables: z.array(variableSchema).nullish(),
});
/** A graph with its variables and features. */
export type DifyWorkflow = z.output<typeof workflowSchema>;

/** A Dify file of any version since the first; what it leaves out is what that version meant by it. */
export const difyDslSchema = z.object({
  version: looseText.catch('0.1.0'),
  kind: looseText.catch('app'),
  app: z.object({
    name: looseText.catch(''),
    mode: looseText.catch(''),
    description: looseText.catch(''),
  }),
  dependencies: z.array(z.custom<Json>()).catch([]),
  workflow: workflowSchema.nullish(),
  model_config: record.nullish(),
});
/** See {@link difyDslSchema}. */
export type DifyDsl = z.output<typeof difyDslSchema>;
