import { defineErrors } from '@heddle/model';

/** Errors about secrets. */
export const secretErrors = defineErrors({
  SECRET_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: ({ name }: { name: string }) => `there is no secret named ${name} in this workspace`,
  },
  SECRET_NAME_TAKEN: {
    category: 'user',
    status: 409,
    message: ({ name }: { name: string }) => `there is a secret named ${name} already`,
  },
});
