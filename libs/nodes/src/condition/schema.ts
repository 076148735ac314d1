import { defineNode, field, finding, type NodeFinding } from '@heddle/model';
import { z } from 'zod';
import { checkConditions, conditionsSchema, embeddedPatterns, LOGICS } from '../conditions/condition-schema';
import { checkHandleId } from '../fields/handle-id';

/** The way out when no case holds. */
export const ELSE_HANDLE = 'else';

const caseSchema = z.object({
  id: z.string(),
  label: z.string().default(''),
  logic: z.enum(LOGICS).default('and'),
  conditions: conditionsSchema,
});

const configSchema = z.object({
  cases: field(z.array(caseSchema).max(100), {
    title: 'Cases',
    title_zh: '分支',
    help: 'The first case that holds is taken, otherwise "else".',
    help_zh: '从上到下第一个成立的分支会被执行，否则走 else。',
    control: 'conditions',
  }),
});

/** See the definition of `condition`. */
export type ConditionConfig = z.infer<typeof configSchema>;

function checkCaseId(id: string, index: number, all: readonly { readonly id: string }[]): NodeFinding[] {
  const path = `cases[${index}].id`;
  if (all.findIndex((other) => other.id === id) === index) return checkHandleId(id, path, [ELSE_HANDLE]);
  return [finding({ en: `There are two cases "${id}".`, zh: `有两个分支的标识都是“${id}”。` }, path)];
}

/** Leaves through the first case whose conditions hold. */
export const condition = defineNode({
  type: 'condition',
  kind: 'branch',
  effect: 'none',
  category: 'logic',
  icon: 'git-branch',
  title: { en: 'Condition', zh: '条件分支' },
  description: { en: 'Goes different ways depending on values.', zh: '根据条件走不同的分支。' },
  config: configSchema,
  initialConfig: {
    cases: [{ id: 'case_1', label: '', logic: 'and', conditions: [{ left: '', operator: 'is', right: '' }] }],
  },
  ports: ({ cases }) => [
    ...cases.map(({ id, label }, index) => ({
      id,
      label: { en: label || `Case ${index + 1}`, zh: label || `分支 ${index + 1}` },
    })),
    { id: ELSE_HANDLE, label: { en: 'Else', zh: '否则' } },
  ],
  outputs: () => [
    { name: 'result', type: 'boolean', title: { en: 'Whether a case holds', zh: '是否命中分支' } },
    { name: 'selected_case_id', type: 'string', title: { en: 'Chosen way out', zh: '选中的分支' } },
  ],
  embedded: ({ cases }) =>
    cases.flatMap(({ conditions }, index) => embeddedPatterns(conditions, `cases[${index}].conditions`)),
  check: ({ cases }) =>
    cases.flatMap(({ id, conditions }, index) => [
      ...checkCaseId(id, index, cases),
      ...checkConditions(conditions, `cases[${index}].conditions`),
    ]),
  summary: ({ cases }) => cases.map(({ id, label }) => label || id).join(' · '),
});
