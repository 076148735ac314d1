import {
  defineNode,
  type EmbeddedSource,
  field,
  finding,
  isRef,
  type NodeFinding,
  parseTemplate,
} from '@heddle/model';
import { z } from 'zod';
import { valueSchema } from '../fields/value-schema';

/** What may be done to a variable. */
export const OPERATIONS = [
  'set',
  'clear',
  'append',
  'extend',
  'remove_first',
  'remove_last',
  'add',
  'subtract',
  'multiply',
  'divide',
] as const;
/** One of {@link OPERATIONS}. */
export type Operation = (typeof OPERATIONS)[number];

/** Operations that need no source. */
export const SOURCELESS_OPERATIONS: ReadonlySet<Operation> = new Set([
  'clear',
  'remove_first',
  'remove_last',
] as const);

/** Where the new value comes from. */
export const SOURCE_TYPES = ['constant', 'upstream_output', 'template', 'expression'] as const;

const assignmentSchema = z.object({
  target_var: z.string(),
  operation: z.enum(OPERATIONS).default('set'),
  source_type: z.enum(SOURCE_TYPES).default('constant'),
  source_value: valueSchema.default(null),
});

/** One change of one variable. */
export type Assignment = z.infer<typeof assignmentSchema>;

const configSchema = z.object({
  assignments: field(z.array(assignmentSchema).max(200).default([]), {
    title: 'Assignments',
    title_zh: '赋值列表',
    help: 'Done in order. Targets are conversation.name, flow.name or a variable of a loop.',
    help_zh: '按顺序执行。目标为 conversation.名称、flow.名称或循环变量。',
    control: 'assignments',
  }),
});

/** See the definition of `variable_assigner`. */
export type VariableAssignerConfig = z.infer<typeof configSchema>;

const TARGET_PATTERN = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z_][A-Za-z0-9_-]{0,63})$/;
const READ_ONLY_SCOPES: ReadonlySet<string> = new Set(['sys', 'env', 'item', 'index']);
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A variable to change: its scope and its name in there. */
export interface AssignmentTarget {
  readonly scope: string;
  readonly name: string;
}

/** Reads `conversation.x`, with or without braces around it. */
export function parseTarget(text: string): AssignmentTarget | undefined {
  const [, scope, name] = TARGET_PATTERN.exec(text.replace(/^\s*\{\{|\}\}\s*$/g, '').trim()) ?? [];
  if (scope === undefined || name === undefined) return undefined;
  if (READ_ONLY_SCOPES.has(scope) || PROTOTYPE_NAMES.has(scope) || PROTOTYPE_NAMES.has(name))
    return undefined;
  return { scope, name };
}

const isReference = (value: unknown): boolean =>
  isRef(value) ||
  (typeof value === 'string' && parseTemplate(value).some((part) => part.kind === 'reference'));

function checkAssignment(assignment: Assignment, index: number): NodeFinding[] {
  const path = `assignments[${index}]`;
  const issues: NodeFinding[] = [];
  if (!parseTarget(assignment.target_var)) {
    const texts = {
      en: `"${assignment.target_var}" cannot be assigned: use conversation.name, flow.name or loop_id.name.`,
      zh: `不能给“${assignment.target_var}”赋值：请使用 conversation.名称、flow.名称或“循环节点标识.名称”。`,
    };
    issues.push(finding(texts, `${path}.target_var`));
  }
  if (SOURCELESS_OPERATIONS.has(assignment.operation)) return issues;
  if (assignment.source_type === 'upstream_output' && !isReference(assignment.source_value)) {
    const texts = { en: 'Choose the output to take the value from.', zh: '请选择要取值的上游输出。' };
    issues.push(finding(texts, `${path}.source_value`));
  }
  if (isInterpreted(assignment) && typeof assignment.source_value !== 'string') {
    const texts = {
      en: `A source of type ${assignment.source_type} is a text.`,
      zh: `来源类型为 ${assignment.source_type} 时，内容必须是文本。`,
    };
    issues.push(finding(texts, `${path}.source_value`));
  }
  return issues;
}

/** Whether the source is a template or an expression, which the sandbox evaluates. */
export const isInterpreted = <Source extends Pick<Assignment, 'source_type'>>(
  assignment: Source,
): assignment is Source & { source_type: 'template' | 'expression' } =>
  assignment.source_type === 'template' || assignment.source_type === 'expression';

const embeddedSource = (assignment: Assignment, index: number): EmbeddedSource[] =>
  isInterpreted(assignment) && typeof assignment.source_value === 'string'
    ? [
        {
          language: assignment.source_type,
          source: assignment.source_value,
          path: `assignments[${index}].source_value`,
        },
      ]
    : [];

/** Changes variables that outlive the node. */
export const variableAssigner = defineNode({
  type: 'variable_assigner',
  kind: 'action',
  effect: 'none',
  category: 'transform',
  icon: 'pencil-line',
  title: { en: 'Assign variables', zh: '变量赋值' },
  description: {
    en: 'Changes conversation, loop and flow variables.',
    zh: '修改会话变量、循环变量和流程变量。',
  },
  config: configSchema,
  initialConfig: { assignments: [] },
  outputs: ({ assignments }) => {
    const names = new Set(assignments.flatMap(({ target_var }) => parseTarget(target_var)?.name ?? []));
    return [...names].map((name) => ({ name, type: 'any' as const, title: { en: name, zh: name } }));
  },
  embedded: ({ assignments }) => assignments.flatMap(embeddedSource),
  check: ({ assignments }) => assignments.flatMap(checkAssignment),
  summary: ({ assignments }) => assignments.map(({ target_var }) => target_var).join(', '),
});
