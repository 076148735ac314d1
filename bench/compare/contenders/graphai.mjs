import { mapAgent } from '@graphai/vanilla';
import { GraphAI } from 'graphai';

export const name = 'GraphAI';

const add = {
  name: 'addAgent',
  agent: async ({ namedInputs }) => ({ value: namedInputs.value + 1 }),
  mock: async ({ namedInputs }) => ({ value: namedInputs.value + 1 }),
  samples: [],
  description: 'Adds one.',
  category: [],
  author: '',
  repository: '',
  license: 'MIT',
};
const agents = { mapAgent, addAgent: add };
const VERSION = 0.5;

/** Nodes in a row that each add one; its graph holds a run's state, so each run makes its own. */
export function chain(length) {
  const nodes = { n0: { value: { value: 0 } } };
  for (let i = 1; i <= length; i++)
    nodes[`n${i}`] = { agent: 'addAgent', inputs: { value: `:n${i - 1}.value` }, isResult: i === length };
  const graph = { version: VERSION, nodes };
  return async (value) => {
    const run = new GraphAI(graph, agents);
    run.injectValue('n0', { value });
    return (await run.run())[`n${length}`].value;
  };
}

/** `mapAgent` with one small graph for each item. */
export function fanOut() {
  const graph = {
    version: VERSION,
    nodes: {
      list: { value: [] },
      each: {
        agent: 'mapAgent',
        inputs: { rows: ':list' },
        params: { compositeResult: true },
        isResult: true,
        graph: {
          version: VERSION,
          nodes: { add: { agent: 'addAgent', inputs: { value: ':row' }, isResult: true } },
        },
      },
    },
  };
  return async (list) => {
    const run = new GraphAI(graph, agents);
    run.injectValue('list', list);
    return (await run.run()).each.add.map(({ value }) => value);
  };
}
