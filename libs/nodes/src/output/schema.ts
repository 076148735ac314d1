import {
  defineNode,
  field,
  isRef,
  type Json,
  parseTemplate,
  renderText,
  type ResponsePart,
} from '@heddle/model';
import { z } from 'zod';
import { checkNames, namedValuesSchema } from '../fields/value-schema';

const configSchema = z.object({
  outputs: field(namedValuesSchema.default([]), {
    title: 'Results',
    title_zh: '输出变量',
    help: 'What the run returns. A value whose source did not run is null.',
    help_zh: '运行返回的内容；来源未执行时为 null。',
    control: 'named-values',
  }),
});

/** See the definition of `output`. */
export type OutputConfig = z.infer<typeof configSchema>;

function partsOf(value: Json): readonly ResponsePart[] {
  if (typeof value === 'string') return parseTemplate(value);
  if (isRef(value)) return [{ kind: 'reference', path: value.ref }];
  return [{ kind: 'text', text: renderText(value) }];
}

/** Ends a workflow with named results. */
export const output = defineNode({
  type: 'output',
  kind: 'response',
  effect: 'none',
  category: 'io',
  modes: ['workflow'],
  icon: 'flag',
  title: { en: 'Output', zh: '结束' },
  description: { en: 'Ends the workflow and returns results.', zh: '结束工作流并返回结果。' },
  config: configSchema,
  initialConfig: { outputs: [{ name: 'result', value: '' }] },
  ports: () => [],
  isResult: true,
  outputs: ({ outputs }) => outputs.map(({ name }) => ({ name, type: 'any', title: { en: name, zh: name } })),
  response: ({ outputs }) =>
    outputs.flatMap(({ value }, index) => [
      ...(index === 0 ? [] : [{ kind: 'text' as const, text: '\n' }]),
      ...partsOf(value),
    ]),
  check: ({ outputs }) => checkNames(outputs, 'outputs'),
  summary: ({ outputs }) => outputs.map(({ name }) => name).join(', '),
});
