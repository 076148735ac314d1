import { defineErrors } from '@heddle/model';

/** Errors of calling webhooks. */
export const triggerErrors = defineErrors({
  METHOD_NOT_ALLOWED: {
    category: 'user',
    status: 405,
    message: ({ allowed }: { allowed: string }) => `this webhook is called with ${allowed}`,
  },
  WEBHOOK_SIGNATURE: {
    category: 'forbidden',
    status: 401,
    message: () => 'the request is not signed with the secret of this webhook',
  },
  WEBHOOK_STALE: {
    category: 'user',
    message: ({ reason }: { reason: string }) => `the signature is no longer good: ${reason}`,
  },
  WEBHOOK_RUN_FAILED: {
    category: 'internal',
    message: ({ reason }: { run_id: string; status: string; reason: string }) => reason,
  },
});
