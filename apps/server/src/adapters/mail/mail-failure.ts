import { type FlowError, isFlowError } from '@heddle/model';
import { failureReason } from '../http/failure-reason';
import { mailErrors, mailRefused } from './mail-errors';

/** What a failure of the mail library carries. */
interface MailFailure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly originalCode?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  readonly rejected?: unknown;
}

const REFUSALS: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);
const MAX_REASON_LENGTH = 300;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What the server said, else what the library says, in one line. */
const saidOf = ({ message, response }: MailFailure): string =>
  (textOf(response) ?? textOf(message) ?? 'it gave no reason')
    .replace(/\s+/g, ' ')
    .slice(0, MAX_REASON_LENGTH);

/** The recipients that the server refused, where that is why a mail failed. */
export function refusedRecipients(error: unknown): readonly string[] {
  const { code, rejected } = (error ?? {}) as MailFailure;
  if (code !== 'EENVELOPE' || !Array.isArray(rejected)) return [];
  return rejected.filter((address): address is string => typeof address === 'string');
}

/** Says in our words why a mail could not be sent. */
export function mailFailure(error: unknown, host: string): FlowError {
  if (isFlowError(error)) return error;
  const failure = (error ?? {}) as MailFailure;
  if (failure.code === 'EAUTH') return mailErrors.MAIL_AUTH_FAILED({ host, reason: saidOf(failure) }, error);
  if (REFUSALS.has(failure.code)) {
    const status = typeof failure.responseCode === 'number' ? failure.responseCode : undefined;
    return mailRefused({ status, reason: saidOf(failure) });
  }
  return mailErrors.MAIL_FAILED({ host, reason: reasonOf(error, failure) }, error);
}

function reasonOf(error: unknown, failure: MailFailure): string {
  const original = textOf(failure.originalCode);
  if (original !== undefined) return failureReason({ code: original });
  if (failure.code === 'ETLS') return 'it does not offer an encrypted connection';
  if (failure.code === 'ECONNECTION') return 'it closed the connection';
  if (failure.code === 'EPROTOCOL') return 'it does not speak SMTP';
  return failureReason(error);
}
