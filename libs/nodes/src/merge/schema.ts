import { defineNode, field, finding, isJsonObject, type NodeFinding } from '@heddle/model';
import { z } from 'zod';
import { soleReference } from '../fields/reference';
import { checkNames, valueSchema } from '../fields/value-schema';

/** How the values of several branches become one. */
export const MERGE_MODES = ['first', 'group', 'object', 'array', 'concat'] as const;

/** A value to merge; the name matters where the result is an object. A bare value is one without a name. */
const variableSchema = z.preprocess(
  (item) => (isJsonObject(item) && Object.hasOwn(item, 'value') ? item : { value: item }),
  z.object({ name: z.string().default(''), value: valueSchema }),
);

const variablesSchema = z.array(variableSchema).max(200);

/** One value to merge. */
export type MergeVariable = z.infer<typeof variableSchema>;

const groupSchema = z.object({
  name: field(z.string(), { title: 'Name', title_zh: '分组名', control: 'text' }),
  variables: field(variablesSchema.default([]), {
    title: 'Variables',
    title_zh: '变量',
    control: 'named-values',
  }),
});

const configSchema = z.object({
  mode: field(z.enum(MERGE_MODES).default('first'), {
    title: 'Result',
    title_zh: '合并方式',
    control: 'select',
    labels: {
      first: { en: 'The first that is there', zh: '取第一个有值的' },
      group: { en: 'The first of each group', zh: '按组取第一个有值的' },
      object: { en: 'An object of all', zh: '合并为对象' },
      array: { en: 'A list of all', zh: '合并为列表' },
      concat: { en: 'All joined', zh: '拼接' },
    },
  }),
  variables: field(variablesSchema.default([]), {
    title: 'Variables',
    title_zh: '变量',
    help: 'Outputs of the branches that meet here; those of branches not taken are left out. Names are the keys of an object.',
    help_zh: '汇合于此的各分支的输出；未执行的分支会被忽略。合并为对象时，名称即键。',
    control: 'named-values',
    show_if: { field: 'mode', in: ['first', 'object', 'array', 'concat'] },
  }),
  groups: field(z.array(groupSchema).max(50).default([]), {
    title: 'Groups',
    title_zh: '分组',
    help: 'Each group is an output of its own: {{ this node.group.output }}.',
    help_zh: '每个分组有自己的输出：{{ 本节点.分组名.output }}。',
    control: 'list',
    show_if: { field: 'mode', in: ['group'] },
  }),
  separator: field(z.string().max(100).default('\n'), {
    title: 'Between texts',
    title_zh: '文本之间的分隔',
    help: 'Lists are joined into one list.',
    help_zh: '列表会合并为一个列表。',
    control: 'textarea',
    show_if: { field: 'mode', in: ['concat'] },
  }),
});

/** See the definition of `merge`. */
export type MergeConfig = z.infer<typeof configSchema>;

/** The key of a value in an object: its name, else what its reference names last. */
export function keyOf({ name, value }: MergeVariable): string {
  if (name !== '') return name;
  const steps = soleReference(value)?.slice(1) ?? [];
  return String(steps.findLast((step) => typeof step === 'string') ?? '');
}

function checkVariables(variables: readonly MergeVariable[], path: string): NodeFinding[] {
  if (variables.length === 0)
    return [finding({ en: 'Choose at least one variable.', zh: '请至少选择一个变量。' }, path)];
  return variables.flatMap(({ value }, index) =>
    value === '' || value === null
      ? [finding({ en: 'Choose a variable.', zh: '请选择一个变量。' }, `${path}[${index}].value`)]
      : [],
  );
}

function checkGroups({ groups }: MergeConfig): NodeFinding[] {
  if (groups.length === 0)
    return [finding({ en: 'Add at least one group.', zh: '请至少添加一个分组。' }, 'groups')];
  const variables = groups.flatMap((group, index) =>
    checkVariables(group.variables, `groups[${index}].variables`),
  );
  return [...checkNames(groups, 'groups'), ...variables];
}

function checkMerge(config: MergeConfig): NodeFinding[] {
  if (config.mode === 'group') return checkGroups(config);
  const issues = checkVariables(config.variables, 'variables');
  if (config.mode !== 'object' || issues.length > 0) return issues;
  return checkNames(
    config.variables.map((variable) => ({ name: keyOf(variable) })),
    'variables',
  );
}

/** Brings branches together again: goes on with what those that ran have left. */
export const merge = defineNode({
  type: 'merge',
  kind: 'action',
  effect: 'none',
  category: 'logic',
  icon: 'merge',
  title: { en: 'Merge', zh: '合并' },
  description: { en: 'Joins the results of several branches.', zh: '汇合多个分支的结果。' },
  config: configSchema,
  initialConfig: { mode: 'first', variables: [] },
  outputs: ({ mode, groups }) => {
    if (mode === 'group') {
      return groups.map(({ name }) => ({ name, type: 'object' as const, title: { en: name, zh: name } }));
    }
    const type = mode === 'object' ? 'object' : mode === 'array' ? 'array[any]' : 'any';
    return [{ name: 'output', type, title: { en: 'Result', zh: '结果' } }];
  },
  check: checkMerge,
  summary: ({ mode, variables, groups }) =>
    mode === 'group' ? groups.map(({ name }) => name).join(' · ') : `${mode} · ${variables.length}`,
});
