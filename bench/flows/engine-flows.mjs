import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { createExecutorRegistry } = require('@heddle/engine');
const { createCatalogue } = require('@heddle/model');
const { flow, scriptedNode } = require('@heddle/testing');

/** Node types that do nothing but resolve a reference, so that only the engine is measured. */
const executors = [
  scriptedNode('start', {
    kind: 'start',
    outputs: ['value'],
    run: (_config, { inputs }) => ({ outputs: { value: inputs.value ?? 1 } }),
  }),
  scriptedNode('pass', {
    outputs: ['value'],
    run: (config, { variables }) => ({ outputs: { value: variables.resolve(config.value) } }),
  }),
  scriptedNode('fork', {
    kind: 'branch',
    handles: ['left', 'right'],
    run: () => ({ outputs: {}, handle: 'left' }),
  }),
  scriptedNode('answer', {
    kind: 'response',
    outputs: ['text'],
    response: ({ from }) => [{ kind: 'reference', path: [from, 'value'] }],
    run: () => ({ outputs: { text: '' } }),
  }),
];

/** What the engine is given beside a flow. */
export const registry = createExecutorRegistry(executors);
/** The definitions of {@link registry}. */
export const catalogue = createCatalogue(executors.map(({ definition }) => definition));

const from = (id) => ({ value: `{{ ${id}.value }}` });

/** One node after the other, each reading the one before. */
export function chain(length) {
  const builder = flow().node('n0', 'start');
  for (let i = 1; i <= length; i++)
    builder.node(`n${i}`, 'pass', from(`n${i - 1}`)).edge(`n${i - 1}`, `n${i}`);
  return builder.build();
}

/** One node with many successors that a last node waits for. */
export function fanOut(width) {
  const builder = flow().node('n0', 'start').node('last', 'pass', from('w0'));
  for (let i = 0; i < width; i++) {
    builder.node(`w${i}`, 'pass', from('n0')).edge('n0', `w${i}`).edge(`w${i}`, 'last');
  }
  return builder.build();
}

/** Forks that join again, in a row, with an answer at the end that waits to be certain. */
export function diamonds(count) {
  const builder = flow().node('j0', 'start');
  for (let i = 0; i < count; i++) {
    builder
      .node(`f${i}`, 'fork')
      .node(`l${i}`, 'pass', from(`j${i}`))
      .node(`r${i}`, 'pass', from(`j${i}`))
      .node(`j${i + 1}`, 'pass', from(`j${i}`))
      .edge(`j${i}`, `f${i}`)
      .edge(`f${i}`, `l${i}`, 'left')
      .edge(`f${i}`, `r${i}`, 'right')
      .edge(`l${i}`, `j${i + 1}`)
      .edge(`r${i}`, `j${i + 1}`);
  }
  return builder
    .node('end', 'answer', { from: `j${count}` })
    .edge(`j${count}`, 'end')
    .build();
}
