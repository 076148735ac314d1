/** Where a value stands in a form's model, as `['cases', 0, 'name']`. */
export type FieldPath = readonly (string | number)[];

/** A finding about one place of a form; `path` is written as `cases[0].name`, relative to the form. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** Writes a path as issues do: `cases[0].name`. */
export function formatPath(path: FieldPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** Reads `cases[0].name` (and `cases.0.name`) back into steps. */
export function parsePath(text: string): FieldPath {
  return text
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** The value at a path; undefined where the way there is missing. */
export function readAt(model: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Record<string | number, unknown>)[step];
  }, model);
}

/** A copy of the model with one value changed; undefined takes the key away. Untouched branches are shared. */
export function writeAt<Model>(model: Model, path: FieldPath, value: unknown): Model {
  const [step, ...rest] = path;
  if (step === undefined) return value as Model;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(model) ? [...(model as unknown[])] : [];
    list[step] = writeAt(list[step], rest, value);
    return list as Model;
  }
  const source = typeof model === 'object' && model !== null && !Array.isArray(model) ? model : {};
  const copy: Record<string, unknown> = { ...source };
  const child = writeAt(Object.hasOwn(source, step) ? copy[step] : undefined, rest, value);
  delete copy[step];
  if (child === undefined && rest.length === 0) return copy as Model;
  const entries = Object.hasOwn(source, step)
    ? Object.entries(source).map(([key, item]) => [key, key === step ? child : (item as unknown)])
    : [...Object.entries(copy), [step, child]];
  return Object.fromEntries(entries) as Model;
}

/** The issues at or below a step, with paths relative to it. */
export function issuesBelow(issues: readonly FieldIssue[], step: string | number): readonly FieldIssue[] {
  const prefix = typeof step === 'number' ? `[${step}]` : step;
  return issues.flatMap((issue) => {
    if (issue.path === prefix) return [{ ...issue, path: '' }];
    if (!issue.path.startsWith(prefix)) return [];
    const rest = issue.path.slice(prefix.length);
    if (rest.startsWith('.')) return [{ ...issue, path: rest.slice(1) }];
    return rest.startsWith('[') ? [{ ...issue, path: rest }] : [];
  });
}
