import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { compileFlow, createExecutorRegistry, startRun } = require('@heddle/engine');
const { createCatalogue } = require('@heddle/model');
const { executors: product } = require('@heddle/nodes/server');
const { fakePorts, flow, scriptedNode } = require('@heddle/testing');

const executors = [
  product.iteration,
  scriptedNode('start', {
    kind: 'start',
    outputs: ['value', 'list'],
    run: (_config, { inputs }) => ({ outputs: inputs }),
  }),
  scriptedNode('add', {
    outputs: ['value'],
    run: (config, { variables }) => ({ outputs: { value: variables.resolve(config.value) + 1 } }),
  }),
  scriptedNode('end', {
    kind: 'response',
    isResult: true,
    response: () => [],
    run: (config, { variables }) => ({ outputs: { value: variables.resolve(config.value) } }),
  }),
];
const registry = createExecutorRegistry(executors);
/** The node types of this file, for compiling and validating. */
export const catalogue = createCatalogue(executors.map(({ definition }) => definition));
const ports = fakePorts();
let runs = 0;

/** Runs a compiled flow to its end and gives its result. @throws when it did not succeed */
export async function run(compiled, inputs, options = {}) {
  runs += 1;
  const runId = `run-${runs}`;
  const { status, outputs, error } = await startRun({
    flow: compiled,
    scope: { runId, workspaceId: 'w', flowId: 'f', mode: 'workflow', userId: 'u' },
    executors: registry,
    ports,
    inputs,
    sys: { run_id: runId },
    ...options,
  }).result;
  if (status !== 'succeeded') throw new Error(`A run ended ${status}: ${error?.message}`);
  return outputs.value;
}

/** Nodes in a row that each add one to the value before. */
export function chainDocument(length) {
  const builder = flow().node('n0', 'start');
  for (let i = 1; i <= length; i++)
    builder.node(`n${i}`, 'add', { value: `{{n${i - 1}.value}}` }).edge(`n${i - 1}`, `n${i}`);
  return builder
    .node('end', 'end', { value: `{{n${length}.value}}` })
    .edge(`n${length}`, 'end')
    .build();
}

/** A list whose items each get one added, several at once. */
export const listDocument = (atOnce) =>
  flow()
    .node('s', 'start')
    .node('each', 'iteration', {
      input_array: '{{s.list}}',
      output_variable: '{{add.value}}',
      parallelism: atOnce,
    })
    .node('add', 'add', { value: '{{item}}' })
    .settings({ parent_id: 'each' })
    .node('end', 'end', { value: '{{each.output}}' })
    .chain('s', 'each', 'end')
    .build();

/** Compiles once, as the product does, and gives the run. */
const prepared = (document, inputsOf) => {
  const compiled = compileFlow(document, catalogue);
  return (given) => run(compiled, inputsOf(given));
};

export const name = 'Heddle';
export const chain = (length) => prepared(chainDocument(length), (value) => ({ value }));
export const fanOut = () => prepared(listDocument(50), (list) => ({ list }));
