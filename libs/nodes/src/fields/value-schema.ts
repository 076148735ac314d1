import { finding, type Json, type NodeFinding, VARIABLE_NAME_PATTERN } from '@heddle/model';
import { z } from 'zod';

/** A value of a config: a JSON constant, a text with `{{ references }}`, or `{"ref": […]}`. */
export const valueSchema: z.ZodType<Json, Json> = z.any();

/** A list of values with names, as parameters, headers and form fields are written. */
export const namedValuesSchema = z.array(z.object({ name: z.string(), value: valueSchema.default(null) }));

/** See {@link namedValuesSchema}. */
export type NamedValues = z.infer<typeof namedValuesSchema>;

/** Finds names that are no variable names, or stand twice, in the list at `path`. */
export function checkNames(items: readonly { readonly name: string }[], path: string): NodeFinding[] {
  const seen = new Set<string>();
  return items.flatMap(({ name }, index) => {
    const at = `${path}[${index}].name`;
    if (seen.has(name)) {
      const texts = { en: `"${name}" is defined twice.`, zh: `“${name}”重复定义。` };
      return [finding(texts, at, { params: { name } })];
    }
    seen.add(name);
    const issue = variableNameIssue(name, at);
    return issue ? [issue] : [];
  });
}

/** Explains why a name cannot name a variable, if so. */
export function variableNameIssue(name: string, path: string): NodeFinding | undefined {
  if (VARIABLE_NAME_PATTERN.test(name) && !FORBIDDEN_NAMES.has(name)) return undefined;
  const texts = {
    en: `"${name}" cannot name a variable: use letters, digits, _ and -, and no reserved word.`,
    zh: `“${name}”不能作为变量名：只能使用字母、数字、_ 和 -，且不能是保留字。`,
  };
  return finding(texts, path, { code: 'VARIABLE_NAME_INVALID', params: { name } });
}

/** Names that would reach an object's prototype. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
