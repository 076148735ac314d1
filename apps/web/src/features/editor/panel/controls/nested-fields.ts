import { describeField, useFormControls, useUiLanguage, type FormField, type JsonSchema } from '@heddle/ui';
import { computed, type ComputedRef } from 'vue';

/** Describes the properties of an object field, for controls that lay them out themselves. */
export function useNestedFields(
  schema: () => JsonSchema,
  root: () => JsonSchema,
): ComputedRef<Readonly<Record<string, FormField>>> {
  const language = useUiLanguage();
  const controls = useFormControls();
  return computed(() => {
    const { properties = {}, required = [] } = schema();
    const context = {
      root: root(),
      required,
      language: language.value,
      hasControl: (name: string) => Object.hasOwn(controls(), name),
    };
    return Object.fromEntries(
      Object.entries(properties).map(([key, property]) => [key, describeField(key, property, context)]),
    );
  });
}
