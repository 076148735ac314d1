import { defineExecutor, type NodeContext } from '@heddle/engine';
import {
  collectReferences,
  formatReferencePath,
  type Json,
  type JsonObject,
  renderText,
} from '@heddle/model';
import { soleReference } from '../fields/reference';
import { keyOf, merge, type MergeConfig, type MergeVariable } from './schema';

type Context = Pick<NodeContext, 'variables' | 'isDifyCompatible'>;

/** A value that a branch has left. */
interface Available {
  readonly key: string;
  readonly source: string;
  readonly value: Json;
}

const sourceOf = (variable: MergeVariable): string => {
  const path = soleReference(variable.value);
  return path ? formatReferencePath(path) : keyOf(variable);
};

/** What there is of some values: those whose branches were skipped name nothing. */
const availableOf = (variables: readonly MergeVariable[], context: Context): Available[] =>
  variables
    .filter(({ value }) => collectReferences(value).every(({ path }) => context.variables.has(path)))
    .map((variable) => ({
      key: keyOf(variable),
      source: sourceOf(variable),
      value: context.variables.resolve(variable.value),
    }));

/** The first value there is. Null is none, except to Dify, where a variable that holds it is there all the same. */
function firstOf(variables: readonly MergeVariable[], context: Context): Available | undefined {
  const available = availableOf(variables, context);
  return context.isDifyCompatible ? available[0] : available.find(({ value }) => value !== null);
}

/** Output under a name; in Dify's mode what is not there is left out, so that references to it name nothing. */
function outputOf(name: string, value: Json | undefined, context: Context): JsonObject {
  if (value !== undefined) return { [name]: value };
  return context.isDifyCompatible ? {} : { [name]: null };
}

function mergeGroups({ groups }: MergeConfig, context: Context): { outputs: JsonObject; taken: string[] } {
  const firsts = groups.map(({ name, variables }) => ({ name, first: firstOf(variables, context) }));
  const outputs = firsts.flatMap(({ name, first }) => {
    const group = outputOf('output', first?.value, context);
    return Object.keys(group).length === 0 ? [] : [[name, group] as const];
  });
  return {
    outputs: Object.fromEntries(outputs),
    taken: firsts.flatMap(({ first }) => (first ? [first.source] : [])),
  };
}

const isList = (value: Json): value is Json[] => Array.isArray(value);

function concatenated(values: readonly Json[], separator: string): Json {
  const present = values.filter((value) => value !== null);
  if (present.length > 0 && present.every(isList)) return present.flat(1);
  return present.map(renderText).join(separator);
}

function aggregate(config: MergeConfig, available: readonly Available[]): Json {
  const values = available.map(({ value }) => value);
  switch (config.mode) {
    case 'object':
      return Object.fromEntries(available.map(({ key, value }) => [key, value]));
    case 'concat':
      return concatenated(values, config.separator);
    default:
      return values;
  }
}

export default defineExecutor(merge, {
  needs: [],
  run(config, context) {
    if (config.mode === 'group') {
      const { outputs, taken } = mergeGroups(config, context);
      return { outputs, inputs: { taken } };
    }
    if (config.mode === 'first') {
      const first = firstOf(config.variables, context);
      const taken = first ? [first.source] : [];
      return { outputs: outputOf('output', first?.value, context), inputs: { taken } };
    }
    const available = availableOf(config.variables, context);
    return {
      outputs: { output: aggregate(config, available) },
      inputs: { taken: available.map(({ source }) => source) },
    };
  },
});
