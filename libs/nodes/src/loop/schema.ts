import {
  defineNode,
  field,
  finding,
  type Json,
  type JsonObject,
  resolveValue,
  VALUE_TYPES,
  type ValueType,
} from '@heddle/model';
import { z } from 'zod';
import { checkConditions, conditionsSchema, embeddedPatterns, LOGICS } from '../conditions/condition-schema';
import { checkNames, valueSchema } from '../fields/value-schema';

/** Rounds that one loop may have. */
const MAX_ROUNDS = 10_000;

const variableSchema = z.object({
  name: field(z.string(), { title: 'Name', title_zh: '名称', control: 'text' }),
  type: field(z.enum(VALUE_TYPES as [ValueType, ...ValueType[]]).default('any'), {
    title: 'Type',
    title_zh: '类型',
    control: 'select',
  }),
  initial: field(valueSchema.default(null), { title: 'Initial value', title_zh: '初始值', control: 'value' }),
});

const configSchema = z.object({
  max_rounds: field(z.number().int().min(1).max(MAX_ROUNDS).default(10), {
    title: 'Most rounds',
    title_zh: '最大轮数',
    control: 'number',
  }),
  variables: field(z.array(variableSchema).max(100).default([]), {
    title: 'Loop variables',
    title_zh: '循环变量',
    help: 'Kept from round to round; change them inside with "Assign variables".',
    help_zh: '在各轮之间保留；在内部用“变量赋值”修改。',
    control: 'list',
  }),
  until_logic: field(z.enum(LOGICS).default('and'), {
    title: 'Stop when',
    title_zh: '停止条件关系',
    control: 'select',
    labels: { and: { en: 'all hold', zh: '全部成立' }, or: { en: 'one holds', zh: '任一成立' } },
  }),
  until: field(conditionsSchema.default([]), {
    title: 'Stop conditions',
    title_zh: '停止条件',
    help: 'Looked at before the first round and after each one.',
    help_zh: '在第一轮之前和每一轮之后检查。',
    control: 'conditions',
    reads_inside: true,
  }),
});

/** See the definition of `loop`. */
export type LoopConfig = z.infer<typeof configSchema>;

/** Output names that the loop uses itself. */
const OWN_OUTPUTS: ReadonlySet<string> = new Set(['rounds', 'item', 'index']);

function initialValues(config: LoopConfig, resolve: (value: Json) => Json): JsonObject {
  return Object.fromEntries(config.variables.map(({ name, initial }) => [name, resolve(initial)]));
}

/** Runs the nodes inside round after round, until conditions hold, an exit is reached or the rounds are used up. */
export const loop = defineNode({
  type: 'loop',
  kind: 'container',
  effect: 'none',
  category: 'loop',
  icon: 'refresh-cw',
  title: { en: 'Loop', zh: '循环' },
  description: { en: 'Repeats nodes until a condition holds.', zh: '重复执行一组节点，直到条件成立。' },
  config: configSchema,
  initialConfig: { max_rounds: 10, variables: [], until_logic: 'and', until: [] },
  outputs: ({ variables }) => [
    ...variables.map(({ name, type }) => ({ name, type, title: { en: name, zh: name } })),
    { name: 'rounds', type: 'integer' as const, title: { en: 'Rounds run', zh: '执行的轮数' } },
  ],
  container: {
    plan: (config, lookup) => ({
      items: null,
      parallelism: 1,
      maxFrames: config.max_rounds,
      onFrameError: 'stop',
      variables: initialValues(config, (value) => resolveValue(value, lookup)),
    }),
    hasGate: ({ until }) => until.length > 0,
    frameResult: () => null,
    outputs: (_config, _results, { rounds, variables }) => ({ ...variables, rounds }),
  },
  embedded: ({ until }) => embeddedPatterns(until, 'until'),
  check: ({ until, variables }) => [
    ...checkNames(variables, 'variables'),
    ...variables.flatMap(({ name }, index) =>
      OWN_OUTPUTS.has(name)
        ? [
            finding(
              {
                en: `"${name}" is a name that every loop uses itself.`,
                zh: `“${name}”是循环自身使用的名称，请换一个。`,
              },
              `variables[${index}].name`,
              { code: 'VARIABLE_NAME_INVALID', params: { name } },
            ),
          ]
        : [],
    ),
    ...(until.length > 0 ? checkConditions(until, 'until') : []),
  ],
  summary: ({ max_rounds: rounds }) => `≤ ${rounds}`,
});
