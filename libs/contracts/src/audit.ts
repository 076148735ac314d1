import { z } from 'zod';
import { timeText } from './dates';
import { pageOf, listQuery } from './paging';

/** Everything that the audit log records: whose thing it is, a dot, what happened to it. */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.refused',
  'session.closed',
  'access.denied',
  'account.password_changed',
  'account.renamed',
  'workspace.created',
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.password_reset',
  'flow.published',
  'flow.unpublished',
  'flow.rolled_back',
  'flow.deleted',
  'flow.imported',
  'flow.exported',
  'api_key.created',
  'api_key.deleted',
  'secret.created',
  'secret.updated',
  'secret.deleted',
  'provider.created',
  'provider.updated',
  'provider.deleted',
  'tool.created',
  'tool.updated',
  'tool.deleted',
  'tool.imported',
  'mcp_server.created',
  'mcp_server.updated',
  'mcp_server.deleted',
  'mcp_server.approved',
] as const;
/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What is said of an entry beyond whom and what; never a secret. */
export const auditDetailsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);
/** See {@link auditDetailsSchema}. */
export type AuditDetails = z.output<typeof auditDetailsSchema>;

/** One thing that was done, or tried, in a workspace. */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  /** Counts up from 1 in each workspace, without gaps. */
  number: z.number().int(),
  at: z.iso.datetime(),
  /** Null when nobody was signed in. */
  actor_id: z.uuid().nullable(),
  /** The e-mail address of who did it, as it was then; empty when nobody was signed in. */
  actor_email: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  target_id: z.string().nullable(),
  target_name: z.string(),
  details: auditDetailsSchema,
});
/** See {@link auditEntrySchema}. */
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** Answer of `GET /api/audit`. */
export const auditPageSchema = pageOf(auditEntrySchema);

/** Orders of `GET /api/audit`. */
export const AUDIT_SORTS = ['-number', 'number'] as const;

/** Query of `GET /api/audit`; `q` looks in names and addresses, `to` itself is not included. */
export const auditQuerySchema = listQuery(AUDIT_SORTS).extend({
  action: z.enum(AUDIT_ACTIONS).optional(),
  actor_id: z.uuid().optional(),
  from: timeText().optional(),
  to: timeText().optional(),
});
/** See {@link auditQuerySchema}. */
export type AuditQuery = z.output<typeof auditQuerySchema>;

/** Answer of `GET /api/audit/check`: whether every entry is as it was written and none is missing. */
export const auditCheckSchema = z.object({
  is_intact: z.boolean(),
  entries: z.number().int(),
  /** Number of the first entry that is changed or missing. */
  first_broken: z.number().int().nullable(),
});
/** See {@link auditCheckSchema}. */
export type AuditCheck = z.output<typeof auditCheckSchema>;
