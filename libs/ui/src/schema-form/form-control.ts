import { inject, type Component, type InjectionKey } from 'vue';
import type { FieldIssue, FieldPath } from './field-path';
import type { FormField } from './form-field';

/** Props that every control of a form receives: `defineProps<FormControlProps>()`. */
export interface FormControlProps {
  readonly field: FormField;
  readonly modelValue: unknown;
  /** Issues at or below this field, with paths relative to it; an empty path means the field itself. */
  readonly issues: readonly FieldIssue[];
  readonly disabled: boolean;
}

/** Events of a control: its whole new value, or the new value of a part of it. */
export interface FormControlEmits {
  'update:modelValue': [value: unknown];
  'update:at': [path: FieldPath, value: unknown];
}

/** How a form shows a kind of field. */
export interface FormControl {
  readonly component: Component;
  /** `stacked` below its label (default), `inline` beside it, `bare` when the control draws its own heading. */
  readonly layout?: 'stacked' | 'inline' | 'bare';
  /** The control shows the issues of its parts; otherwise the form lists them below it. */
  readonly ownsIssues?: boolean;
}

/** Controls by name; the app adds its own to the kit's. */
export type ControlMap = Readonly<Record<string, FormControl>>;

/** Key under which a form shares its controls with the nested parts of a form. */
export const FORM_CONTROLS: InjectionKey<() => ControlMap> = Symbol('form-controls');

/** The controls of the form around; for controls that show other controls, as lists do. */
export function useFormControls(): () => ControlMap {
  return inject(FORM_CONTROLS, () => ({}));
}
