import { z } from 'zod';
import { emailText } from './auth';
import { nameText } from './text';
import { workspaceRoleSchema } from './workspaces';

/** An account in a workspace. */
export const memberSchema = z.object({
  /** The account's id. */
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: workspaceRoleSchema,
  created_at: z.iso.datetime(),
  /** When a sign-in of the account in this workspace was last used; null when none is left. */
  last_active_at: z.iso.datetime().nullable(),
});
/** See {@link memberSchema}. */
export type Member = z.output<typeof memberSchema>;

/** Body of `POST /api/workspace/members`; who has an account already keeps its name and password. */
export const addMemberBodySchema = z.strictObject({
  email: emailText,
  name: nameText(100),
  role: workspaceRoleSchema,
});
/** See {@link addMemberBodySchema}. */
export type AddMemberBody = z.output<typeof addMemberBodySchema>;

/** Answer of `POST /api/workspace/members`: with the first password, shown this once; null for existing accounts. */
export const addedMemberSchema = z.object({ member: memberSchema, password: z.string().nullable() });
/** See {@link addedMemberSchema}. */
export type AddedMember = z.output<typeof addedMemberSchema>;

/** Body of `PATCH /api/workspace/members/:id`. */
export const updateMemberBodySchema = z.strictObject({ role: workspaceRoleSchema });
/** See {@link updateMemberBodySchema}. */
export type UpdateMemberBody = z.output<typeof updateMemberBodySchema>;

/** Answer of `POST /api/workspace/members/:id/password`: the new password, shown this once. */
export const resetPasswordSchema = z.object({ password: z.string() });
/** See {@link resetPasswordSchema}. */
export type ResetPassword = z.output<typeof resetPasswordSchema>;

/** Orders of `GET /api/workspace/members`. */
export const MEMBER_SORTS = ['name', '-name', 'email', '-email', 'created_at', '-created_at'] as const;
