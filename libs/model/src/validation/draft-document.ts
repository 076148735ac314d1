import { z } from 'zod';

/** A node as a draft may hold it: named and typed, the rest perhaps not valid yet. */
export const draftNodeSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  config: z.unknown().optional(),
  version: z.unknown().optional(),
});
/** See {@link draftNodeSchema}. */
export type DraftNode = z.infer<typeof draftNodeSchema>;

/** A connection as a draft may hold it. */
export const draftEdgeSchema = z.looseObject({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  source_handle: z.string().nullish(),
});
/** See {@link draftEdgeSchema}. */
export type DraftEdge = z.infer<typeof draftEdgeSchema>;

const draftVariableSchema = z.looseObject({ name: z.string(), type: z.string().default('string') });

/** What a draft must be to be saved: the outline of a flow; everything else is found by validation. */
export const draftDocumentSchema = z.looseObject({
  schema: z.literal(1).default(1),
  nodes: z.array(draftNodeSchema).default([]),
  edges: z.array(draftEdgeSchema).default([]),
  variables: z
    .object({
      env: z.array(draftVariableSchema).default([]),
      conversation: z.array(draftVariableSchema).default([]),
    })
    .default({ env: [], conversation: [] }),
  features: z.record(z.string(), z.unknown()).default({}),
});
/** See {@link draftDocumentSchema}. */
export type DraftDocument = z.infer<typeof draftDocumentSchema>;
