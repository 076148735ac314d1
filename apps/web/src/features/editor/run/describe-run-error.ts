import type { WireError } from '@heddle/model';
import { hasText, translate } from '@/app/i18n/i18n';

/** An error of a run or node in the reader's language, else as the server wrote it. */
export function describeRunError(error: WireError): string {
  const key = `editor.run_errors.${error.code}`;
  return hasText(key) ? translate(key, { ...error.details, message: error.message }) : error.message;
}
