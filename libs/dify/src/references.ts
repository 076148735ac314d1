import { formatReferencePath, parseTemplate, type Json, type ReferencePath } from '@heddle/model';

/** Dify's reference inside a text; group 1 is the path. */
export const DIFY_REFERENCE = /\{\{#([^#{}\n]{1,500})#\}\}/g;

/** Steps of a reference after its node: an output, then the way into it. */
export type Steps = readonly (string | number)[];

/** Names of outputs in one language and the other; a key may be a path, as `usage.total_tokens`. */
export type Renames = Readonly<Record<string, string>>;

/** Names of the `sys` namespace that are others here. */
const SYSTEM_NAMES: Renames = {
  conversation_id: 'session_id',
  app_id: 'flow_id',
  workflow_id: 'flow_id',
  workflow_run_id: 'run_id',
};

/** The other way round; where two names became one, the first is taken. */
export function reversed(renames: Renames): Renames {
  const back: Record<string, string> = {};
  for (const [from, to] of Object.entries(renames)) back[to] ??= from;
  return back;
}

const SYSTEM_NAMES_BACK = reversed(SYSTEM_NAMES);

/** Renames the beginning of a path by the longest name that fits. */
export function renameSteps(steps: Steps, renames: Renames): Steps {
  for (let length = Math.min(steps.length, 3); length > 0; length -= 1) {
    const name = steps.slice(0, length).join('.');
    if (Object.hasOwn(renames, name)) {
      return [...(renames[name] ?? name).split('.'), ...steps.slice(length)];
    }
  }
  return steps;
}

/** A path of the `sys` namespace from Dify's names to ours. */
export const systemSteps = (steps: Steps): Steps => renameSteps(steps, SYSTEM_NAMES);
/** A path of the `sys` namespace from our names to Dify's. */
export const difySystemSteps = (steps: Steps): Steps => renameSteps(steps, SYSTEM_NAMES_BACK);

/** Old files name `sys.query` as if the start node had it. */
const isSystemStep = (step: string | number | undefined): boolean =>
  typeof step === 'string' && (step === 'sys' || step.startsWith('sys.'));

/** What a selector of Dify names here; `ofNode` knows the nodes. */
export function readSelector(
  selector: readonly string[],
  ofNode: (id: string, steps: Steps) => ReferencePath,
): ReferencePath | undefined {
  const [head, ...steps] = selector;
  if (head === undefined || head === '') return undefined;
  if (head === 'sys') return ['sys', ...systemSteps(steps)];
  if (isSystemStep(steps[0])) {
    const names = steps.join('.').split('.').slice(1);
    return ['sys', ...systemSteps(names)];
  }
  return ofNode(head, steps);
}

/** A reference as our texts write it. */
export const referenceText = (path: ReferencePath): string => `{{ ${formatReferencePath(path)} }}`;

/** The references that a text would have here besides those of Dify's. */
export const plainReferences = (text: string): ReferencePath[] =>
  parseTemplate(text.replace(DIFY_REFERENCE, '')).flatMap((part) =>
    part.kind === 'reference' ? [part.path] : [],
  );

/** A selector as a list of texts, whatever its steps were written as. */
export const selectorOf = (value: Json | undefined): string[] =>
  Array.isArray(value)
    ? value.flatMap((step) => (typeof step === 'string' || typeof step === 'number' ? [String(step)] : []))
    : [];
