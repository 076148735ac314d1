import type { NodeConverter } from '../node-converter';

/** `end`: the results of a workflow. */
export const end: NodeConverter = {
  dify: ['end'],
  type: 'output',
  read: (data, node) => ({
    config: {
      outputs: data.objects('outputs').map((output) => {
        output.ignore('value_type', 'label');
        return { name: output.text('variable'), value: node.reference(output.value('value_selector')) };
      }),
    },
  }),
  write: (config, node) => ({
    outputs: config.objects('outputs').map((output) => {
      const name = output.text('name');
      return { variable: name, value_selector: node.selector(output.value('value'), name) };
    }),
  }),
};
