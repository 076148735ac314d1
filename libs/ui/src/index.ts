export { default as UiProvider } from './UiProvider.vue';
export { provideUiLanguage, useUiLanguage, useUiMessages, type UiLanguage } from './language/ui-language';
export { UI_MESSAGES, type UiMessages } from './language/messages';

export { default as Button } from './button/Button.vue';
export { default as IconButton } from './button/IconButton.vue';
export { buttonClass, iconButtonClass, type ButtonVariant, type ControlSize } from './button/button-style';

export { default as Field } from './field/Field.vue';
export { FIELD_CONTEXT, useFieldControl, useFieldGroup, type FieldContext } from './field/field-context';
export type { ControlAttributes, GroupAttributes } from './field/field-context';
export { default as Input } from './field/Input.vue';
export { default as PasswordInput } from './field/PasswordInput.vue';
export { default as Textarea } from './field/Textarea.vue';
export { default as NumberField } from './field/NumberField.vue';
export { default as Select } from './field/Select.vue';
export { default as Combobox } from './field/Combobox.vue';
export { default as Switch } from './field/Switch.vue';
export { default as Checkbox } from './field/Checkbox.vue';
export { default as RadioCards } from './field/RadioCards.vue';
export { groupChoices, matchChoices, type Choice, type ChoiceGroup, type ChoiceValue } from './field/choice';
export { clampNumber, parseNumber, stepNumber, type NumberLimits } from './field/number-text';

export { default as Tabs } from './navigation/Tabs.vue';
export { default as Segmented } from './navigation/Segmented.vue';
export { default as Pagination } from './navigation/Pagination.vue';
export { default as Disclosure } from './navigation/Disclosure.vue';

export { default as Dialog } from './overlay/Dialog.vue';
export { default as Popover } from './overlay/Popover.vue';
export { default as Tooltip } from './overlay/Tooltip.vue';
export { default as DropdownMenu } from './overlay/DropdownMenu.vue';
export { default as ContextMenu } from './overlay/ContextMenu.vue';
export type { MenuAction, MenuBranch, MenuItem } from './overlay/menu-item';

export { default as ConfirmDialog } from './feedback/ConfirmDialog.vue';
export { default as EmptyState } from './feedback/EmptyState.vue';
export { default as Progress } from './feedback/Progress.vue';
export { default as Skeleton } from './feedback/Skeleton.vue';
export { default as Spinner } from './feedback/Spinner.vue';
export {
  createToasts,
  useToast,
  type Toast,
  type ToastKind,
  type ToastOptions,
  type Toasts,
} from './feedback/toasts';

export { default as Badge } from './display/Badge.vue';
export { default as CodeBlock } from './display/CodeBlock.vue';
export { default as CopyButton } from './display/CopyButton.vue';
export { default as Kbd } from './display/Kbd.vue';
export { keyLabels } from './display/key-labels';
export { useCopy } from './display/use-copy';
export { default as JsonTree } from './json-tree/JsonTree.vue';
export {
  flattenJson,
  kindOf,
  pathText,
  type JsonKind,
  type JsonRow,
  type OpenRows,
} from './json-tree/json-rows';

export { default as SchemaForm } from './schema-form/SchemaForm.vue';
export { BASIC_CONTROLS } from './schema-form/controls/basic-controls';
export { FORM_CONTROLS, useFormControls } from './schema-form/form-control';
export type { ControlMap, FormControl, FormControlEmits, FormControlProps } from './schema-form/form-control';
export { controlOf, describeField, isFieldShown, type FormField } from './schema-form/form-field';
export { formatPath, issuesBelow, parsePath, readAt, writeAt } from './schema-form/field-path';
export type { FieldIssue, FieldPath } from './schema-form/field-path';
export { followReference, initialValue, resolveSchema } from './schema-form/json-schema';
export type { ChoiceLabel, JsonSchema, ResolvedSchema } from './schema-form/json-schema';
