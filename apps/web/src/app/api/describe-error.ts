import { useToast } from '@heddle/ui';
import { hasText, translate } from '../i18n/i18n';
import { isAborted, isApiError } from './api-error';

/** An error in the reader's language: the app's own text for its code, else what the server wrote. */
export function describeError(error: unknown): string {
  if (!isApiError(error)) return translate('app.errors.UNEXPECTED');
  const key = `app.errors.${error.code}`;
  return hasText(key) ? translate(key, { ...error.details }) : error.message;
}

/** Shows an error that belongs to no field: what failed, why, and the id to ask with. Given-up requests are no error. */
export function reportError(title: string, error: unknown): void {
  if (isAborted(error)) return;
  const requestId = isApiError(error) ? error.requestId : undefined;
  const lines = [describeError(error)];
  if (requestId !== undefined && isApiError(error) && error.status >= 500) {
    lines.push(translate('app.request_id', { id: requestId }));
  }
  useToast().error({ title, detail: lines.join('\n') });
}
