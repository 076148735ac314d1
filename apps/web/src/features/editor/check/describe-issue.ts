import type { FlowIssue } from '@heddle/model';
import { hasText, translate } from '@/app/i18n/i18n';

const namesOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((name) => `“${String(name)}”`).join(', ') : '';

/** Findings of a node's own check carry their text only; those of the schema say what was expected. */
function hasWords({ code, params }: FlowIssue): boolean {
  if (code === 'NODE_CONFIG_INVALID') return params?.['expected'] !== undefined;
  return hasText(`editor.issues.${code}`);
}

/** Which wording of a finding fits; a few codes have one for a special case. */
function keyOf({ code, params }: FlowIssue): string {
  const variant = params?.['problem'] ?? (params?.['reserved'] === true ? 'reserved' : undefined);
  const special = `editor.issues.${code}_${String(variant)}`;
  return variant !== undefined && hasText(special) ? special : `editor.issues.${code}`;
}

/** A finding in the reader's language, with the names that may have been meant. */
export function describeIssue(issue: FlowIssue): string {
  if (!hasWords(issue)) return issue.message;
  const params = Object.fromEntries(
    Object.entries(issue.params ?? {}).map(([name, value]) => [
      name,
      Array.isArray(value) ? namesOf(value) : value,
    ]),
  );
  const text = translate(keyOf(issue), params);
  const nearest = namesOf(issue.params?.['nearest']);
  return nearest === '' ? text : translate('editor.issues.with_nearest', { text, names: nearest });
}
