import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@heddle/contracts';
import { hasText, translate } from '@/app/i18n/i18n';

const keyOf = (action: AuditAction): string => action.replace('.', '_');
const kindOf = (action: AuditAction): string => action.split('.', 1)[0] ?? action;

/** What an action is called. */
export const actionText = (action: AuditAction): string => translate(`audit.actions.${keyOf(action)}`);

/** The actions to choose from, under what they are done to. */
export const actionChoices = () =>
  AUDIT_ACTIONS.map((value) => ({
    value,
    label: actionText(value),
    group: translate(`audit.kinds.${kindOf(value)}`),
  }));

/** One more thing that an entry tells. */
export interface DetailLine {
  readonly label: string;
  readonly value: string;
}

/** Said first, in this order: the database keeps no order of its own. */
const FIRST = ['from', 'to', 'permission', 'role'];
const placeOf = (key: string): number => FIRST.indexOf(key) + 1 || FIRST.length + 1;

function valueText(key: string, value: AuditEntry['details'][string]): string {
  if (Array.isArray(value)) return value.join(', ');
  const role = `app.roles.${String(value)}`;
  return ['role', 'from', 'to'].includes(key) && hasText(role) ? translate(role) : String(value);
}

/** What an entry tells beyond whom and what. */
export const detailLines = ({ details }: AuditEntry): readonly DetailLine[] =>
  Object.entries(details)
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([key, value]) => {
      const label = `audit.details.${key}`;
      return { label: hasText(label) ? translate(label) : key, value: valueText(key, value) };
    });
