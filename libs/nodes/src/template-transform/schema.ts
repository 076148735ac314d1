import { defineNode, field, type ValueType } from '@heddle/model';
import { z } from 'zod';
import { checkNames, namedValuesSchema } from '../fields/value-schema';

const configSchema = z.object({
  variables: field(namedValuesSchema.default([]), {
    title: 'Variables',
    title_zh: '变量',
    help: 'Short names for the template; node ids, sys, env and conversation are there as well.',
    help_zh: '模板中可用的变量名；也可以直接使用节点 id、sys、env 和 conversation。',
    control: 'named-values',
  }),
  template: field(z.string(), {
    title: 'Template',
    title_zh: '模板',
    help: 'Jinja2 syntax: {{ name }}, {% for x in list %} … {% endfor %}, {{ text | upper }}.',
    help_zh: 'Jinja2 语法：{{ name }}、{% for x in list %} … {% endfor %}、{{ text | upper }}。',
    control: 'code',
    language: 'jinja',
  }),
  output_type: field(z.enum(['string', 'json', 'array']).default('string'), {
    title: 'Result',
    title_zh: '结果类型',
    help: 'How the rendered text is read into the output value.',
    help_zh: '渲染出的文本如何转换为输出 value。',
    control: 'select',
    labels: {
      string: { en: 'Text', zh: '文本' },
      json: { en: 'JSON', zh: 'JSON' },
      array: { en: 'List', zh: '列表' },
    },
  }),
});

/** See the definition of `template_transform`. */
export type TemplateTransformConfig = z.infer<typeof configSchema>;

const VALUE_TYPE_OF: Readonly<Record<TemplateTransformConfig['output_type'], ValueType>> = {
  string: 'string',
  json: 'any',
  array: 'array[any]',
};

/** Renders a Jinja2 template over values of the flow. */
export const templateTransform = defineNode({
  type: 'template_transform',
  kind: 'action',
  effect: 'none',
  category: 'transform',
  icon: 'file-text',
  title: { en: 'Template', zh: '模板转换' },
  description: { en: 'Renders a Jinja2 template over values.', zh: '使用 Jinja2 模板处理数据。' },
  config: configSchema,
  initialConfig: { variables: [{ name: 'text', value: '' }], template: '{{ text }}', output_type: 'string' },
  literalKeys: ['template'],
  outputs: ({ output_type }) => [
    { name: 'rendered', type: 'string', title: { en: 'Rendered text', zh: '渲染文本' } },
    { name: 'value', type: VALUE_TYPE_OF[output_type], title: { en: 'Value', zh: '值' } },
  ],
  embedded: ({ template }) => [{ language: 'template', source: template, path: 'template' }],
  check: ({ variables }) => checkNames(variables, 'variables'),
  summary: ({ template }) => template.split('\n', 1)[0] ?? '',
});
