import { defineErrors } from '@heddle/model';

/** Errors about uploads and stored files. */
export const fileErrors = defineErrors({
  FILE_NOT_FOUND: {
    category: 'user',
    status: 404,
    message: () => 'the file was not found',
  },
  FILE_TOO_LARGE: {
    category: 'user',
    status: 413,
    message: ({ limit_bytes }: { limit_bytes: number }) =>
      `the file is over the limit of ${limit_bytes.toLocaleString('en-US')} bytes`,
  },
  FILE_EMPTY: {
    category: 'user',
    message: () => 'the file is empty',
  },
  FILE_TYPE_MISMATCH: {
    category: 'user',
    message: ({ extension, found }: { extension: string; found: string }) =>
      `the file is named .${extension} but its content is ${found}`,
  },
  MULTIPART_INVALID: {
    category: 'user',
    message: ({ reason }: { reason: string }) => `the upload is not valid: ${reason}`,
  },
});
