import { defineNode, field, finding, isJsonObject, resolveValue } from '@heddle/model';
import { z } from 'zod';
import { checkNames, namedValuesSchema } from '../fields/value-schema';

const configSchema = z.object({
  flow_id: field(z.string(), {
    title: 'Flow',
    title_zh: '流程',
    help: 'A published flow of this workspace.',
    help_zh: '本工作区中已发布的流程。',
    control: 'flow-picker',
  }),
  version: field(z.number().int().min(1).optional(), {
    title: 'Version',
    title_zh: '版本',
    help: 'The live version when left empty.',
    help_zh: '留空则使用当前发布的版本。',
    control: 'number',
    is_advanced: true,
  }),
  inputs: field(namedValuesSchema.max(100).default([]), {
    title: 'Inputs',
    title_zh: '输入',
    control: 'named-values',
  }),
});

/** See the definition of `subflow`. */
export type SubflowConfig = z.infer<typeof configSchema>;

/** Runs another flow as a part of this run, and goes on with its results. */
export const subflow = defineNode({
  type: 'subflow',
  kind: 'container',
  effect: 'none',
  category: 'logic',
  icon: 'workflow',
  title: { en: 'Sub-flow', zh: '子流程' },
  description: { en: 'Runs another flow and uses its results.', zh: '运行另一个流程并使用其结果。' },
  config: configSchema,
  initialConfig: { flow_id: '', inputs: [] },
  hasOpenOutputs: true,
  outputs: () => [
    { name: 'outputs', type: 'object', title: { en: 'All results', zh: '全部结果' } },
    { name: 'answer', type: 'string', title: { en: 'Answer', zh: '回答' } },
  ],
  callee: (config) => ({
    flowId: config.flow_id,
    ...(config.version === undefined ? {} : { version: config.version }),
  }),
  container: {
    plan: (config, lookup) => ({
      items: [
        Object.fromEntries(config.inputs.map(({ name, value }) => [name, resolveValue(value, lookup)])),
      ],
      parallelism: 1,
      maxFrames: 1,
      onFrameError: 'stop',
      variables: {},
    }),
    frameResult: () => null,
    outputs: (_config, [result]) => {
      const outputs = isJsonObject(result) ? result : {};
      const answer = typeof outputs['answer'] === 'string' ? outputs['answer'] : '';
      return { ...outputs, outputs, answer };
    },
  },
  check: ({ flow_id: flowId, inputs }) => [
    ...(flowId === '' ? [finding({ en: 'Choose a flow.', zh: '请选择一个工作流。' }, 'flow_id')] : []),
    ...checkNames(inputs, 'inputs'),
  ],
});
