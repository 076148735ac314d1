import { computed, inject, provide, useId, type ComputedRef, type InjectionKey } from 'vue';

/** What a `<Field>` tells the control inside it. */
export interface FieldContext {
  readonly controlId: string;
  readonly describedBy: ComputedRef<string | undefined>;
  readonly isInvalid: ComputedRef<boolean>;
  readonly isRequired: ComputedRef<boolean>;
  /** Id of the label, for controls that are no form element. */
  readonly labelId: string;
}

/** Key under which `<Field>` provides its {@link FieldContext}. */
export const FIELD_CONTEXT: InjectionKey<FieldContext | undefined> = Symbol('field');

/** Attributes that tie a control to its label, help and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

/** Connects a control to the `<Field>` around it, if there is one. */
export function useFieldControl(): ComputedRef<ControlAttributes> {
  const context = inject(FIELD_CONTEXT, undefined);
  const ownId = useId();
  return computed(() => ({
    id: context?.controlId ?? ownId,
    'aria-describedby': context?.describedBy.value,
    'aria-invalid': context?.isInvalid.value === true ? true : undefined,
    'aria-required': context?.isRequired.value === true ? true : undefined,
  }));
}

/** Attributes of a control that is made of several controls. */
export interface GroupAttributes {
  readonly role: 'group';
  readonly 'aria-labelledby': string | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** Like {@link useFieldControl} for a group of controls; those inside get ids of their own. */
export function useFieldGroup(): ComputedRef<GroupAttributes> {
  const context = inject(FIELD_CONTEXT, undefined);
  provide(FIELD_CONTEXT, undefined);
  return computed(() => ({
    role: 'group',
    'aria-labelledby': context?.labelId,
    'aria-describedby': context?.describedBy.value,
  }));
}
