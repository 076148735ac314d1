import { defineErrors } from '@heddle/model';

/** Errors of accounts. */
export const authErrors = defineErrors({
  SETUP_DONE: {
    category: 'user',
    status: 409,
    message: () => 'this installation has its owner already; sign in',
  },
  PASSWORD_WRONG: {
    category: 'user',
    status: 403,
    message: () => 'the current password is wrong',
  },
});
