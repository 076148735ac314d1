const node = (id, type, config = {}) => ({ id, type, label: id, position: { x: 0, y: 0 }, config });

function document(nodes) {
  const edges = nodes
    .slice(1)
    .map(({ id }, index) => ({ id: `e${index}`, source: nodes[index].id, target: id }));
  return { schema: 1, nodes, edges, variables: { env: [], conversation: [] }, features: {} };
}

const start = node('start', 'trigger', {
  kind: 'api',
  inputs: [{ name: 'text', label: 'Text', type: 'string', required: true }],
});
const end = (value) => node('end', 'output', { outputs: [{ name: 'result', value }] });

/** A step without a sandbox: hands its text on in a flow variable. */
const assign = (index) =>
  node(`step${index}`, 'variable_assigner', {
    assignments: [
      {
        target_var: `flow.text${index}`,
        operation: 'set',
        source_type: 'upstream_output',
        source_value: index === 1 ? '{{ start.text }}' : `{{ step${index - 1}.text${index - 1} }}`,
      },
    ],
  });

/** The measured flows; each answers `result`. */
export const flows = {
  'one node': document([start, end('{{ start.text }}')]),
  'chain of 10': document([
    start,
    ...Array.from({ length: 8 }, (_, index) => assign(index + 1)),
    end('{{ step8.text8 }}'),
  ]),
  'code node': document([
    start,
    node('work', 'code', {
      language: 'javascript',
      code: 'function main({ text }) { return { result: text }; }',
      inputs: [{ name: 'text', value: '{{ start.text }}' }],
      outputs: { result: 'string' },
    }),
    end('{{ work.result }}'),
  ]),
  'model call': document([
    start,
    node('model', 'llm', { prompt: [{ role: 'user', text: '[[reply:{{ start.text }}]]' }] }),
    end('{{ model.text }}'),
  ]),
};

/** A chat of one model call, whose words are passed on as they come. */
export const chatFlow = document([
  node('start', 'trigger'),
  node('model', 'llm', { prompt: [{ role: 'user', text: '{{ sys.query }}' }] }),
  node('say', 'answer', { text: '{{ model.text }}' }),
]);
