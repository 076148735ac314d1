import { isApiError } from '@/app/api/api-error';
import { describeError } from '@/app/api/describe-error';
import { hasText, translate } from '@/app/i18n/i18n';

/** What is known of something that went wrong: an error of a request, or one inside an answer. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Of a message such as "the import failed: the service answered", what comes after the colon. */
const reasonIn = (message: string): string => message.replace(/^[^:]*: /, '');

/** What went wrong with a problem that an answer tells of, in the reader's language where its code is known. */
export function textOfProblem(
  { code, message }: Problem,
  details: Readonly<Record<string, unknown>> = {},
): string {
  const key = `tools.errors.${code}`;
  return hasText(key) ? translate(key, { ...details, reason: reasonIn(message) }) : message;
}

/** What went wrong with a request about tools. */
export function problemText(error: unknown): string {
  const isKnown = isApiError(error) && hasText(`tools.errors.${error.code}`);
  return isKnown ? textOfProblem(error, error.details) : describeError(error);
}

/** The field of the body that an error of the server is about, if it is about one: its first part. */
export function fieldOfError(error: unknown): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'TOOL_NAME_TAKEN' || error.code === 'MCP_SERVER_NAME_TAKEN') return 'name';
  if (error.code === 'MCP_STDIO_DISABLED') return 'command';
  const { path } = error.details;
  return typeof path === 'string' ? path.split(/[.[]/, 1)[0] : undefined;
}
