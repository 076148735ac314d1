import { defineNode, field, finding, type NodeFinding, VALUE_TYPES } from '@heddle/model';
import { z } from 'zod';
import { checkNames, namedValuesSchema, variableNameIssue } from '../fields/value-schema';

/** Name of the output that holds what the code printed. */
export const LOGS_OUTPUT = 'logs';

const INITIAL_CODE = `function main({ text }) {
  return { result: text.trim() };
}
`;

const limitsSchema = z.object({
  timeout_ms: field(z.number().int().min(1).max(120_000).optional(), {
    title: 'Time limit (ms)',
    title_zh: '时间限制（毫秒）',
    control: 'number',
  }),
  memory_mb: field(z.number().int().min(8).max(512).optional(), {
    title: 'Memory limit (MB)',
    title_zh: '内存限制（MB）',
    control: 'number',
  }),
});

const configSchema = z.object({
  language: field(z.enum(['javascript', 'python']).default('javascript'), {
    title: 'Language',
    title_zh: '语言',
    control: 'select',
    labels: { javascript: { en: 'JavaScript', zh: 'JavaScript' }, python: { en: 'Python', zh: 'Python' } },
  }),
  inputs: field(namedValuesSchema.default([]), {
    title: 'Inputs',
    title_zh: '输入变量',
    help: 'What main is given, by name.',
    help_zh: '按名称传给 main 的变量。',
    control: 'named-values',
  }),
  code: field(z.string(), {
    title: 'Code',
    title_zh: '代码',
    help: 'A function main that returns exactly the declared outputs. JavaScript: function main({ text }) { return { result: text }; } Python: def main(text): return {"result": text}',
    help_zh:
      '函数 main，返回值必须与声明的输出完全一致。JavaScript：function main({ text }) { return { result: text }; }；Python：def main(text): return {"result": text}',
    control: 'code',
    language: 'javascript',
  }),
  outputs: field(z.record(z.string(), z.enum(VALUE_TYPES)).default({}), {
    title: 'Outputs',
    title_zh: '输出变量',
    help: 'Each name with its type; checked when the code has run.',
    help_zh: '名称与类型，代码运行后会校验。',
    control: 'output-types',
  }),
  limits: field(limitsSchema.optional(), { title: 'Limits', title_zh: '限制', is_advanced: true }),
});

/** See the definition of `code`. */
export type CodeConfig = z.infer<typeof configSchema>;

function checkOutputs(outputs: CodeConfig['outputs']): NodeFinding[] {
  return Object.keys(outputs).flatMap((name) => {
    const path = `outputs.${name}`;
    if (name === LOGS_OUTPUT) {
      const texts = {
        en: `"${LOGS_OUTPUT}" holds what the code prints; choose another name.`,
        zh: `“${LOGS_OUTPUT}”用于保存代码打印的内容，请换一个名称。`,
      };
      return [finding(texts, path, { code: 'VARIABLE_NAME_INVALID', params: { name } })];
    }
    const issue = variableNameIssue(name, path);
    return issue ? [issue] : [];
  });
}

const checkCode = ({ code }: CodeConfig): NodeFinding[] =>
  code.trim() === '' ? [finding({ en: 'There is no code.', zh: '还没有代码。' }, 'code')] : [];

/** Runs the user's own function over values of the flow. */
export const code = defineNode({
  type: 'code',
  kind: 'action',
  effect: 'none',
  category: 'transform',
  icon: 'code',
  title: { en: 'Code', zh: '代码' },
  description: {
    en: 'Runs a JavaScript or Python function over values.',
    zh: '用 JavaScript 或 Python 函数处理数据。',
  },
  config: configSchema,
  initialConfig: {
    language: 'javascript',
    inputs: [{ name: 'text', value: '' }],
    code: INITIAL_CODE,
    outputs: { result: 'string' },
  },
  literalKeys: ['code'],
  outputs: ({ outputs }) => [
    ...Object.entries(outputs).map(([name, type]) => ({ name, type, title: { en: name, zh: name } })),
    { name: LOGS_OUTPUT, type: 'array[string]', title: { en: 'Printed lines', zh: '打印内容' } },
  ],
  embedded: ({ language, code: source }) => [{ language, source, path: 'code' }],
  check: (config) => [
    ...checkCode(config),
    ...checkNames(config.inputs, 'inputs'),
    ...checkOutputs(config.outputs),
  ],
  summary: ({ outputs }) => Object.keys(outputs).join(', '),
});
