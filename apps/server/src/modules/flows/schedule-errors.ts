import { defineErrors } from '@heddle/model';

/** Errors of reading schedules. */
export const scheduleErrors = defineErrors({
  SCHEDULE_INVALID: {
    category: 'user',
    status: 422,
    message: ({ reason }: { reason: string }) => reason,
  },
});
