import { z } from 'zod';
import { timeText } from './dates';
import { nameText } from './text';

/** What an API key may do: start and stop runs, or look at what is there. */
export const API_KEY_SCOPES = ['run', 'read'] as const;
/** One of {@link API_KEY_SCOPES}. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Calls a minute that a key has when nothing else was said. */
export const DEFAULT_KEY_RATE = 120_000;

const rateLimit = z.number().int().min(1).max(600_000).nullable();

/** An API key of one flow, without its secret. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  /** Calls a minute; null for the server's default. */
  rate_limit: rateLimit,
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
/** See {@link apiKeySchema}. */
export type ApiKey = z.output<typeof apiKeySchema>;

/** Answer of `POST …/:id/api-keys`: the only time that the key itself is shown. */
export const createdApiKeySchema = apiKeySchema.extend({ key: z.string() });
/** See {@link createdApiKeySchema}. */
export type CreatedApiKey = z.output<typeof createdApiKeySchema>;

/** Body of `POST …/:id/api-keys`; without scopes the key may do everything, without an end it works until revoked. */
export const createApiKeyBodySchema = z.strictObject({
  name: nameText(100),
  scopes: z
    .array(z.enum(API_KEY_SCOPES))
    .min(1)
    .default([...API_KEY_SCOPES]),
  rate_limit: rateLimit.default(null),
  expires_at: timeText().nullable().default(null),
});
/** See {@link createApiKeyBodySchema}. */
export type CreateApiKeyBody = z.output<typeof createApiKeyBodySchema>;

/** Orders of `GET …/:id/api-keys`. */
export const API_KEY_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
