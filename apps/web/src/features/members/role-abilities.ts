import type { Permission } from '@heddle/contracts';

/** What the page about roles tells, from what everybody may to what only owners may. */
export const ABILITIES = [
  'workspace.read',
  'flow.read',
  'run.read',
  'model.read',
  'tool.read',
  'flow.write',
  'flow.run',
  'run.control',
  'flow.publish',
  'tool.write',
  'secret.read',
  'flow.delete',
  'key.manage',
  'secret.write',
  'model.write',
  'member.manage',
  'audit.read',
  'workspace.manage',
] as const satisfies readonly Permission[];

/** The key of an ability's text. */
export const abilityKey = (ability: Permission): string => ability.replace('.', '_');
