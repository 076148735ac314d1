import type { WorkspaceRole } from './workspaces';

const VIEWER = [
  'workspace.read',
  'flow.read',
  'run.read',
  'file.read',
  'model.read',
  'tool.read',
  'knowledge.read',
] as const;

const EDITOR = [
  ...VIEWER,
  'flow.write',
  'flow.run',
  'flow.publish',
  'run.control',
  'file.write',
  'secret.read',
  'tool.write',
  'knowledge.write',
  'memory.read',
] as const;

const ADMIN = [
  ...EDITOR,
  'flow.delete',
  'key.manage',
  'secret.write',
  'model.write',
  'memory.write',
  'template.write',
  'member.manage',
  'audit.read',
] as const;

const OWNER = [...ADMIN, 'workspace.manage'] as const;

/** Everything that a role may include, from what viewers may to what only owners may. */
export const PERMISSIONS = OWNER;
/** One of {@link PERMISSIONS}. */
export type Permission = (typeof PERMISSIONS)[number];

const PERMISSIONS_OF_ROLE: Readonly<Record<WorkspaceRole, ReadonlySet<Permission>>> = {
  viewer: new Set(VIEWER),
  editor: new Set(EDITOR),
  admin: new Set(ADMIN),
  owner: new Set(OWNER),
};

/** Whether a role of a workspace includes a permission. */
export const roleAllows = (role: WorkspaceRole, permission: Permission): boolean =>
  PERMISSIONS_OF_ROLE[role].has(permission);
