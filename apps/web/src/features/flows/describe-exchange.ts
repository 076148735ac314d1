import type { ImportedFlowAnswer } from '@heddle/contracts';
import { isApiError } from '@/app/api/api-error';
import { describeError } from '@/app/api/describe-error';
import { hasText, translate } from '@/app/i18n/i18n';

type Warning = ImportedFlowAnswer['warnings'][number];

const shown = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).join(', ') : value);

/** What could not be carried over, in the reader's language. */
export function describeWarning({ code, message, params = {} }: Warning): string {
  const key = `flows.import.warnings.${code}`;
  if (!hasText(key)) return message;
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]));
  return translate(key, values);
}

/** Why a text could not be imported, in the reader's language. */
export function describeImportError(error: unknown): string {
  if (!isApiError(error)) return describeError(error);
  const { code, details } = error;
  const place = typeof details?.['line'] === 'number' ? `${code}_line` : code;
  const key = [place, code].map((name) => `flows.import.errors.${name}`).find(hasText);
  return key === undefined ? describeError(error) : translate(key, { ...details });
}
