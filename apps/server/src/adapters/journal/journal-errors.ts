import { defineErrors } from '@heddle/model';

/** Errors of keeping what happened in runs. */
export const journalErrors = defineErrors({
  RUN_TAKEN_OVER: {
    category: 'operational',
    status: 409,
    message: ({ run_id }: { run_id: string }) => `run ${run_id} goes on in another process`,
  },
});
