import { z } from 'zod';
import { nameText } from './text';

/**
 * Header that names the workspace a request works in, as its id. Without it, requests work in the workspace that the
 * session was opened in, which is the one that the account joined first. Each browser tab may so work in its own.
 */
export const WORKSPACE_HEADER = 'x-heddle-workspace';

/** What a member may do, from everything to looking. */
export const WORKSPACE_ROLES = ['owner', 'admin', 'editor', 'viewer'] as const;
/** The schema of {@link WorkspaceRole}. */
export const workspaceRoleSchema = z.enum(WORKSPACE_ROLES);
/** One of {@link WORKSPACE_ROLES}. */
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];

/** A workspace, with the role that the asking account has in it. */
export const workspaceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: workspaceRoleSchema,
  created_at: z.iso.datetime(),
});
/** See {@link workspaceSchema}. */
export type Workspace = z.output<typeof workspaceSchema>;

/** Body of `POST /api/workspaces`; its maker becomes its owner. */
export const createWorkspaceBodySchema = z.strictObject({ name: nameText(100) });
/** See {@link createWorkspaceBodySchema}. */
export type CreateWorkspaceBody = z.output<typeof createWorkspaceBodySchema>;

/** Orders of `GET /api/workspaces`. */
export const WORKSPACE_SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
