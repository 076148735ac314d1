import { z } from 'zod';

/** A webhook or schedule of a published flow; in the answer of `GET /api/flow/definitions/:id/triggers`. */
export const flowTriggerSchema = z.object({
  node_id: z.string(),
  kind: z.enum(['webhook', 'schedule']),
  /** Of webhooks. Whoever knows it may call it. */
  url: z.string().optional(),
  cron: z.string().optional(),
  timezone: z.string().optional(),
  /** When a schedule fires next; null when it never does. */
  next_at: z.iso.datetime().nullable().optional(),
});
/** See {@link flowTriggerSchema}. */
export type FlowTrigger = z.output<typeof flowTriggerSchema>;
