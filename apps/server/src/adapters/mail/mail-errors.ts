import { defineErrors, FlowError } from '@heddle/model';

/** What can go wrong between a node and a mail server. */
export const mailErrors = defineErrors({
  MAIL_AUTH_FAILED: {
    category: 'operational',
    isRetryable: false,
    message: ({ host, reason }: { host: string; reason: string }) =>
      `The mail server '${host}' refused the login: ${reason}`,
  },
  MAIL_FAILED: {
    category: 'operational',
    message: ({ host, reason }: { host: string; reason: string }) =>
      `The mail server '${host}' could not be used: ${reason}.`,
  },
  MAIL_TIMEOUT: {
    category: 'operational',
    status: 504,
    message: ({ host, limit_ms }: { host: string; limit_ms: number }) =>
      `The mail server '${host}' took longer than ${limit_ms} ms in total.`,
  },
});

/** The server took the mail for none of the recipients, or not at all; replies from 400 to 499 may pass. */
export const mailRefused = (refusal: {
  readonly status: number | undefined;
  readonly reason: string;
}): FlowError =>
  new FlowError({
    code: 'MAIL_REFUSED',
    category: 'operational',
    message: `The mail server refused the mail: ${refusal.reason}`,
    details: refusal.status === undefined ? {} : { status: refusal.status },
    isRetryable: refusal.status !== undefined && refusal.status < 500,
  });
