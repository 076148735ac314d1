import { runNode } from './node-context';
import { scriptedNode } from './scripted-node';

describe('runNode', () => {
  const greet = scriptedNode('greet', {
    streams: ['text'],
    run: (config, { variables, chunk }) => {
      const text = variables.text(String(config['template']));
      chunk('text', text);
      return { outputs: { text, raw: variables.resolve('{{ start.names }}') } };
    },
  });

  it('resolves references in the given namespaces and records chunks', async () => {
    const variables = { start: { names: ['Ada', 'Bo'] } };
    const run = await runNode(greet, { template: 'Hi {{ start.names[1] }}' }, { variables });
    expect(run.outputs).toEqual({ text: 'Hi Bo', raw: ['Ada', 'Bo'] });
    expect(run.chunks).toEqual([{ output: 'text', text: 'Hi Bo' }]);
  });

  it('names an unknown reference', async () => {
    await expect(
      runNode(greet, { template: '{{ start.constructor }}' }, { variables: { start: {} } }),
    ).rejects.toMatchObject({
      code: 'VARIABLE_UNKNOWN',
      message: "'start.constructor' is unknown.",
    });
  });
});
