import { describeNodeContract, runNode } from '@heddle/testing';
import executor from './executor';
import { output } from './schema';

const variables = { llm: { text: 'Hello', list: [1] } };
const config = {
  outputs: [
    { name: 'text', value: 'Say: {{ llm.text }}' },
    { name: 'list', value: { ref: ['llm', 'list'] } },
    { name: 'gone', value: '{{ skipped.text }}' },
    { name: 'fixed', value: { a: 1 } },
  ],
};

describeNodeContract(output, executor, {
  folder: __dirname,
  samples: [{ config, variables, isRun: true }],
});

describe('output', () => {
  it('returns each value with its type, and null where the source did not run', async () => {
    const run = await runNode(executor, config, { variables });
    expect(run.outputs).toEqual({ text: 'Say: Hello', list: [1], gone: null, fixed: { a: 1 } });
  });

  it('keeps the text around a source that did not run', async () => {
    const run = await runNode(
      executor,
      { outputs: [{ name: 'a', value: 'x{{ skipped.text }}y' }] },
      { variables },
    );
    expect(run.outputs).toEqual({ a: 'xy' });
  });

  it('says its values in order, a line each', () => {
    expect(output.response?.(output.config.parse(config))).toEqual([
      { kind: 'text', text: 'Say: ' },
      { kind: 'reference', path: ['llm', 'text'] },
      { kind: 'text', text: '\n' },
      { kind: 'reference', path: ['llm', 'list'] },
      { kind: 'text', text: '\n' },
      { kind: 'reference', path: ['skipped', 'text'] },
      { kind: 'text', text: '\n' },
      { kind: 'text', text: '{"a":1}' },
    ]);
  });

  it('has no way out and gives the results of the run', () => {
    expect(output.ports(output.config.parse(config))).toEqual([]);
    expect(output.isResult).toBe(true);
  });

  it('refuses two results of one name', () => {
    const twice = output.config.parse({ outputs: [{ name: 'a' }, { name: 'a' }] });
    expect(output.check?.(twice)).toMatchObject([{ code: 'NODE_CONFIG_INVALID', path: 'outputs[1].name' }]);
  });
});
