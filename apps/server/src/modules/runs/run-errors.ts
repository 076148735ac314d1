import { defineErrors } from '@heddle/model';

/** Errors of starting and steering runs. */
export const runErrors = defineErrors({
  IDEMPOTENCY_KEY_REUSED: {
    category: 'user',
    status: 422,
    message: () => 'this Idempotency-Key was used for another request',
  },
  IDEMPOTENCY_KEY_INVALID: {
    category: 'user',
    message: ({ limit }: { limit: number }) => `the Idempotency-Key must have 1 to ${limit} characters`,
  },
  RUN_NOT_INTERRUPTED: {
    category: 'user',
    status: 409,
    message: ({ status }: { status: string }) =>
      `only an interrupted run can be resumed; this one is ${status}`,
  },
  POISON: {
    category: 'internal',
    message: ({ crashes }: { crashes: number }) =>
      `the run was given up after the process that ran it ended ${crashes} times`,
  },
  RUN_NOT_RESUMABLE: {
    category: 'user',
    status: 409,
    message: ({ reason }: { reason: string }) => `the run cannot go on: ${reason}`,
  },
});
