import {
  defineNode,
  describeValue,
  field,
  finding,
  isFlowError,
  type Json,
  type Lookup,
  resolveValue,
} from '@heddle/model';
import { z } from 'zod';
import { nodeErrors } from '../errors/node-errors';
import { valueSchema } from '../fields/value-schema';

/** Items that one iteration may have. */
const MAX_ITERATIONS = 100_000;

const configSchema = z.object({
  input_array: field(valueSchema, {
    title: 'List',
    title_zh: '输入列表',
    help: 'The nodes inside run once for each item; they read it as {{item}} and its position as {{index}}.',
    help_zh: '内部节点对每一项执行一次，用 {{item}} 取当前项，用 {{index}} 取序号。',
    control: 'value',
  }),
  output_variable: field(valueSchema, {
    title: 'Result of an item',
    title_zh: '每项的结果',
    help: 'An output of a node inside; collected into a list in the order of the items.',
    help_zh: '内部节点的输出，按输入顺序收集成列表。',
    control: 'value',
    reads_inside: true,
  }),
  parallelism: field(z.number().int().min(1).max(50).default(1), {
    title: 'Items at once',
    title_zh: '并行数量',
    control: 'number',
  }),
  error_mode: field(z.enum(['stop', 'null', 'drop']).default('stop'), {
    title: 'When an item fails',
    title_zh: '某一项失败时',
    control: 'select',
    labels: {
      stop: { en: 'Stop', zh: '终止' },
      null: { en: 'Put null in its place', zh: '以 null 代替' },
      drop: { en: 'Leave it out', zh: '从结果中移除' },
    },
  }),
  flatten: field(z.boolean().default(false), {
    title: 'Flatten',
    title_zh: '展平结果',
    help: 'When every result is a list, join them into one.',
    help_zh: '当每一项的结果都是列表时，合并为一个列表。',
    control: 'switch',
  }),
  max_iterations: field(z.number().int().min(1).max(MAX_ITERATIONS).default(10_000), {
    title: 'Most items',
    title_zh: '最大数量',
    control: 'number',
    is_advanced: true,
  }),
});

/** See the definition of `iteration`. */
export type IterationConfig = z.infer<typeof configSchema>;

function listOf(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  throw nodeErrors.NODE_INPUT_TYPE({ input: 'input_array', expected: 'a list', got: describeValue(value) });
}

/** The result of an item whose node was skipped is null, as if it had said nothing. */
function resultOrNull(value: Json, lookup: Lookup): Json {
  try {
    return resolveValue(value, lookup);
  } catch (error) {
    if (isFlowError(error, 'VARIABLE_UNKNOWN')) return null;
    throw error;
  }
}

/** Runs the nodes inside once for each item of a list. */
export const iteration = defineNode({
  type: 'iteration',
  kind: 'container',
  effect: 'none',
  category: 'loop',
  icon: 'repeat-2',
  title: { en: 'Iteration', zh: '迭代' },
  description: { en: 'Runs nodes once for each item of a list.', zh: '对列表的每一项执行一组节点。' },
  config: configSchema,
  initialConfig: { input_array: '', output_variable: '', parallelism: 1, error_mode: 'stop', flatten: false },
  outputs: () => [
    { name: 'output', type: 'array[any]', title: { en: 'Results in order', zh: '按顺序的结果' } },
    { name: 'errors', type: 'array[object]', title: { en: 'Failed items', zh: '失败的项' } },
  ],
  container: {
    plan: (config, lookup) => ({
      items: listOf(resolveValue(config.input_array, lookup)),
      parallelism: config.parallelism,
      maxFrames: config.max_iterations,
      onFrameError: config.error_mode,
      variables: {},
    }),
    frameResult: (config, lookup) => resultOrNull(config.output_variable, lookup),
    outputs: (config, results, { errors }) => {
      const isFlat = config.flatten && results.length > 0 && results.every((result) => Array.isArray(result));
      return { output: isFlat ? results.flat(1) : [...results], errors: [...errors] };
    },
  },
  check: (config) =>
    (['input_array', 'output_variable'] as const)
      .filter((key) => config[key] === '')
      .map((path) => finding({ en: 'Choose a variable.', zh: '请选择一个变量。' }, path)),
  summary: ({ parallelism }) => (parallelism > 1 ? `× ${parallelism}` : ''),
});
