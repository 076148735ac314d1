import { describeError } from '@/app/api/describe-error';
import { hasText, translate } from '@/app/i18n/i18n';

/** What is known of something that went wrong: an error of a request, or one inside an answer. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error;

/** What went wrong with a provider or a model, in the reader's language where its code is known. */
export function problemText(error: unknown): string {
  if (isProblem(error)) {
    const key = `models.errors.${error.code}`;
    if (hasText(key)) return translate(key, { reason: error.message });
  }
  return error instanceof Error || !isProblem(error) ? describeError(error) : error.message;
}
