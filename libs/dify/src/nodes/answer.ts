import type { NodeConverter } from '../node-converter';

/** `answer`: what a chatflow says. */
export const answer: NodeConverter = {
  dify: ['answer'],
  type: 'answer',
  outputs: { answer: 'text' },
  read(data, node) {
    data.ignore('variables');
    return { config: { text: node.text(data.text('answer')) } };
  },
  write: (config, node) => ({ answer: node.text(config.value('text')), variables: [] }),
};
