import { FlowError } from '@heddle/model';

const EXCERPT_LENGTH = 200;
/** Statuses below 500 that another try may change: timeout, conflict of order, too many requests. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** The failure of a request whose server answered with an error status; code `HTTP_STATUS`. */
export function httpStatusError(status: number, body: string): FlowError {
  const text = body.replace(/\s+/g, ' ').trim();
  const excerpt = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
  return new FlowError({
    code: 'HTTP_STATUS',
    category: 'operational',
    message: `The server answered with status ${status}${excerpt === '' ? '.' : `: ${excerpt}`}`,
    details: { status },
    isRetryable: status >= 500 || TRANSIENT_STATUSES.has(status),
  });
}
