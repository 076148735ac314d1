import type { WireError } from '@heddle/model';
import { hasText, translate } from '@/app/i18n/i18n';

/** What went wrong, in a few words of the reader's language; the server's own text for codes without any. */
export function runErrorTitle(error: WireError): string {
  const key = `editor.run_errors.${error.code}`;
  return hasText(key) ? translate(key) : error.message;
}
