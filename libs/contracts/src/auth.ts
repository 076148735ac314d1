import { z } from 'zod';
import { nameText } from './text';
import { workspaceRoleSchema } from './workspaces';

/** Browser cookie of a session over https; the prefix ties it to this host. */
export const SECURE_SESSION_COOKIE = '__Host-heddle';
/** Browser cookie of a session over plain http, for a machine of one's own. */
export const SESSION_COOKIE = 'heddle_session';

/** An e-mail address, in lower case. */
export const emailText = z.string().trim().toLowerCase().max(254).pipe(z.email());
const password = z.string().min(8).max(256);

/** An account, as seen from the workspace that the request works in. */
export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: workspaceRoleSchema,
  workspace_id: z.uuid(),
});
/** See {@link userSchema}. */
export type User = z.output<typeof userSchema>;

/** Body of `POST /api/auth/setup`: makes the first owner, once. */
export const setupBodySchema = z.strictObject({
  name: nameText(100).optional(),
  email: emailText,
  password,
});
/** See {@link setupBodySchema}. */
export type SetupBody = z.output<typeof setupBodySchema>;

/** Answer of `GET /api/auth/setup`: whether the first owner is still to be made. */
export const setupStateSchema = z.object({ needed: z.boolean() });
/** See {@link setupStateSchema}. */
export type SetupState = z.output<typeof setupStateSchema>;

/** Body of `POST /api/auth/login`; any password is looked at, so that old short ones give the usual refusal. */
export const loginBodySchema = z.strictObject({
  email: z.string().trim().toLowerCase().min(1).max(254),
  password: z.string().min(1).max(256),
});
/** See {@link loginBodySchema}. */
export type LoginBody = z.output<typeof loginBodySchema>;

/** Body of `POST /api/auth/password`: changes one's own password and ends every other session. */
export const changePasswordBodySchema = z.strictObject({
  current_password: z.string().min(1).max(256),
  new_password: password,
});
/** See {@link changePasswordBodySchema}. */
export type ChangePasswordBody = z.output<typeof changePasswordBodySchema>;

/** Body of `PATCH /api/auth/me`: changes one's own name. */
export const updateAccountBodySchema = z.strictObject({ name: nameText(100) });
/** See {@link updateAccountBodySchema}. */
export type UpdateAccountBody = z.output<typeof updateAccountBodySchema>;

/** Answer to setup and login: the token is for scripts, browsers get a cookie beside it. */
export const signedInSchema = z.object({ token: z.string(), user: userSchema });
/** See {@link signedInSchema}. */
export type SignedIn = z.output<typeof signedInSchema>;
