import { defineErrors } from '@heddle/model';

/** Errors of keeping what happened in runs. */
export const journalErrors = defineErrors({
  RUN_TAKEN_OVER: {
    category: 'operational',
    status: 409,
    message: ({ run_id }: { run_id: string }) => `run ${run_id} goes on in another process`,
  },
  RUN_PAYLOAD_MISSING: {
    category: 'operational',
    status: 500,
    isRetryable: false,
    message: ({ run_id }: { run_id: string; sha256: string }) =>
      `a value of run ${run_id} is not in the database any more`,
  },
});
