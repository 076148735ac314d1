import { VARIABLE_NAME_PATTERN } from '@heddle/model';
import { z } from 'zod';
import { plainText } from './text';

const name = z
  .string()
  .regex(VARIABLE_NAME_PATTERN, 'must begin with a letter and have letters, digits, _ or - only');
const value = z.string().min(1).max(65_536);
const description = plainText(500);

/** A secret without its value, which never leaves the server again. */
export const secretSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
/** See {@link secretSchema}. */
export type Secret = z.output<typeof secretSchema>;

/** Body of `POST /api/secrets`. */
export const createSecretBodySchema = z.strictObject({ name, value, description: description.default('') });
/** See {@link createSecretBodySchema}. */
export type CreateSecretBody = z.output<typeof createSecretBodySchema>;

/** Body of `PUT /api/secrets/:id`; what is left out stays. */
export const updateSecretBodySchema = z.strictObject({
  name: name.optional(),
  value: value.optional(),
  description: description.optional(),
});
/** See {@link updateSecretBodySchema}. */
export type UpdateSecretBody = z.output<typeof updateSecretBodySchema>;

/** Orders of `GET /api/secrets`. */
export const SECRET_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
