import type { FlowIssue } from '@heddle/model';
import { hasText, translate, uiLanguage } from '@/app/i18n/i18n';

const namesOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((name) => `“${String(name)}”`).join(', ') : '';

/** Which wording of a finding fits; a few codes have one for a special case. */
function keyOf({ code, params }: FlowIssue): string {
  const variant = params?.['problem'] ?? (params?.['reserved'] === true ? 'reserved' : undefined);
  const special = `editor.issues.${code}_${String(variant)}`;
  return variant !== undefined && hasText(special) ? special : `editor.issues.${code}`;
}

/** What the interpreter of a template or pattern says, under a heading in the reader's language. */
function underHeading({ code, message }: FlowIssue): string {
  const heading = `editor.run_errors.${code}`;
  if (!hasText(heading)) return message;
  return translate('editor.issues.with_reason', { text: translate(heading), reason: message });
}

/** A finding in the reader's language, with the names that may have been meant. */
export function describeIssue(issue: FlowIssue): string {
  if (issue.texts) return issue.texts[uiLanguage.value];
  if (!hasText(`editor.issues.${issue.code}`)) return underHeading(issue);
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
