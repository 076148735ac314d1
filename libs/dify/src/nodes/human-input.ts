import type { NodeConverter } from '../node-converter';

/** `human-input`: waits for a person. */
export const humanInput: NodeConverter = {
  dify: ['human-input'],
  type: 'human_input',
  handles: { __timeout: 'timeout' },
  kept: ['inputs', 'delivery_methods', 'timeout', 'timeout_unit'],
  read: (data, node) => ({
    config: {
      form: node.text(data.text('form_content')),
      actions: data.objects('user_actions').map((action) => {
        action.ignore('button_style');
        return { id: action.text('id'), title: action.text('title') };
      }),
    },
  }),
  write: (config, node) => ({
    form_content: node.text(config.value('form')),
    user_actions: config.objects('actions').map((action) => ({
      id: action.text('id'),
      title: action.text('title'),
      button_style: 'default',
    })),
  }),
};
