import { defineErrors } from '@heddle/model';

/** Errors about the members of a workspace. */
export const memberErrors = defineErrors({
  MEMBER_EXISTS: {
    category: 'user',
    status: 409,
    message: ({ email }: { email: string }) => `${email} is a member already`,
  },
  LAST_OWNER: {
    category: 'user',
    status: 409,
    message: () => 'a workspace needs an owner; make somebody else an owner first',
  },
  MEMBER_IS_YOU: {
    category: 'user',
    status: 409,
    message: () => 'change your own password in the settings',
  },
  MEMBER_ELSEWHERE: {
    category: 'user',
    status: 409,
    message: () =>
      'the account belongs to workspaces that you do not manage; only its person can change its password',
  },
});
