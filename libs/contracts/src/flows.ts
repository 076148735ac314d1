import { draftDocumentSchema, FLOW_MODES, NODE_CHANGES } from '@heddle/model';
import { z } from 'zod';
import { listQuery } from './paging';
import { nameText, plainText } from './text';

const name = nameText(200);
const description = plainText(2_000);
const tags = z.array(nameText(50)).max(20);
const hash = z.string().max(128);

/** A flow document inside an answer, as it was saved. */
const definitionSchema = z.looseObject({ schema: z.literal(1) });

/** A flow with its draft. */
export const flowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  mode: z.enum(FLOW_MODES),
  description: z.string(),
  draft: z.object({ definition: definitionSchema, hash: z.string() }),
  published_version: z.number().int().nullable(),
  tags: z.array(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
/** See {@link flowSchema}. */
export type Flow = z.output<typeof flowSchema>;

/** A flow in a list: without its draft, which may be large. */
export const flowSummarySchema = flowSchema.omit({ draft: true });
/** See {@link flowSummarySchema}. */
export type FlowSummary = z.output<typeof flowSummarySchema>;

/** Body of `POST /api/flow/definitions`; without a definition the flow starts empty. */
export const createFlowBodySchema = z.strictObject({
  name,
  mode: z.enum(FLOW_MODES),
  description: description.default(''),
  tags: tags.default([]),
  definition: draftDocumentSchema.optional(),
});
/** See {@link createFlowBodySchema}. */
export type CreateFlowBody = z.output<typeof createFlowBodySchema>;

/** Body of `PATCH /api/flow/definitions/:id`; the mode never changes. */
export const updateFlowBodySchema = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  tags: tags.optional(),
});
/** See {@link updateFlowBodySchema}. */
export type UpdateFlowBody = z.output<typeof updateFlowBodySchema>;

/** Body of `POST …/:id/duplicate`; the copy is named after the original when it gets no name. */
export const duplicateFlowBodySchema = z.strictObject({ name: name.optional() });
/** See {@link duplicateFlowBodySchema}. */
export type DuplicateFlowBody = z.output<typeof duplicateFlowBodySchema>;

/** Body of `PUT …/:id/draft`; `base_hash` is the hash of the draft that was edited. */
export const saveDraftBodySchema = z.strictObject({ definition: draftDocumentSchema, base_hash: hash });
/** See {@link saveDraftBodySchema}. */
export type SaveDraftBody = z.output<typeof saveDraftBodySchema>;

/** Answer of `PUT …/:id/draft`. */
export const savedDraftSchema = z.object({ hash: z.string(), saved_at: z.iso.datetime() });
/** See {@link savedDraftSchema}. */
export type SavedDraft = z.output<typeof savedDraftSchema>;

/** Details of the 409 `DRAFT_STALE`: what somebody else saved meanwhile. */
export const staleDraftSchema = z.object({ hash: z.string(), definition: definitionSchema });

/** A finding of the static checks; `code` and `params` are translated by the web app. */
export const flowIssueSchema = z.object({
  code: z.string(),
  message: z.string(),
  node_id: z.string().optional(),
  path: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** Answer of `POST …/:id/validate`, and the details of the 422 `FLOW_INVALID`. */
export const flowReportSchema = z.object({
  errors: z.array(flowIssueSchema),
  warnings: z.array(flowIssueSchema),
});

/** Body of `POST …/:id/validate`: another definition than the draft, when given. */
export const validateFlowBodySchema = z.strictObject({ definition: draftDocumentSchema.optional() });
/** See {@link validateFlowBodySchema}. */
export type ValidateFlowBody = z.output<typeof validateFlowBodySchema>;

/** Body of `POST …/:id/publish`. */
export const publishFlowBodySchema = z.strictObject({
  name: plainText(200).default(''),
  note: plainText(2_000).default(''),
});
/** See {@link publishFlowBodySchema}. */
export type PublishFlowBody = z.output<typeof publishFlowBodySchema>;

/** A published version, without its definition. */
export const flowVersionSchema = z.object({
  version: z.number().int(),
  /** What people call it; '' for most. */
  name: z.string(),
  note: z.string(),
  created_at: z.iso.datetime(),
  created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
});
/** See {@link flowVersionSchema}. */
export type FlowVersion = z.output<typeof flowVersionSchema>;

/** A published version with its definition. */
export const flowVersionDetailSchema = flowVersionSchema.extend({ definition: definitionSchema });
/** See {@link flowVersionDetailSchema}. */
export type FlowVersionDetail = z.output<typeof flowVersionDetailSchema>;

/** Body of `PATCH …/:id/versions/:version`: how a version is called and described; what it runs never changes. */
export const updateVersionBodySchema = z.strictObject({
  name: plainText(200).optional(),
  note: plainText(2_000).optional(),
});
/** See {@link updateVersionBodySchema}. */
export type UpdateVersionBody = z.output<typeof updateVersionBodySchema>;

const comparedSchema = z.union([
  z.literal('draft'),
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
]);

/** The query of `GET …/:id/versions/diff`: two versions by number, or `draft`. */
export const versionDiffQuerySchema = z.strictObject({
  from: comparedSchema,
  to: comparedSchema.default('draft'),
});
/** See {@link versionDiffQuerySchema}. */
export type VersionDiffQuery = z.output<typeof versionDiffQuerySchema>;

/** A field that differs; the side that does not have it is left out. */
const fieldChangeSchema = z.object({
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
const comparedAnswer = z.union([z.literal('draft'), z.number().int()]);

/** Answer of `GET …/:id/versions/diff`: in what `to` differs from `from`. */
export const versionDiffSchema = z.object({
  from: comparedAnswer,
  to: comparedAnswer,
  nodes: z.array(
    z.object({
      kind: z.enum(NODE_CHANGES),
      node_id: z.string(),
      type: z.string(),
      label: z.string(),
      fields: z.array(fieldChangeSchema),
    }),
  ),
  edges: z.array(
    z.object({
      kind: z.enum(['added', 'removed']),
      source: z.string(),
      source_handle: z.string(),
      target: z.string(),
    }),
  ),
  settings: z.array(fieldChangeSchema),
});
/** See {@link versionDiffSchema}. */
export type VersionDiff = z.output<typeof versionDiffSchema>;

/** Orders of `GET /api/flow/definitions`. */
export const FLOW_SORTS = [
  '-updated_at',
  'updated_at',
  '-created_at',
  'created_at',
  'name',
  '-name',
] as const;
/** Orders of `GET …/:id/versions`. */
export const VERSION_SORTS = ['-version', 'version'] as const;

/** The query of `GET /api/flow/definitions`. */
export const flowListQuerySchema = listQuery(FLOW_SORTS).extend({
  mode: z.enum(FLOW_MODES).optional(),
  tag: z.string().max(50).optional(),
});
/** See {@link flowListQuerySchema}. */
export type FlowListQuery = z.output<typeof flowListQuerySchema>;
