import type { Json, JsonObject } from '@heddle/model';
import { describeNodeContract, fakePorts, fakeSandbox, runNode } from '@heddle/testing';
import executor from './executor';
import { code } from './schema';

const CONFIG: JsonObject = {
  code: 'function main({ n }) { return { twice: n * 2 }; }',
  inputs: [{ name: 'n', value: '{{ start.n }}' }],
  outputs: { twice: 'number' },
};
const PYTHON = 'def main(n):\n    return {"twice": n * 2}';
const variables = { start: { n: 21 } };
const portsWith = (value: Json, logs: string[] = []) => fakePorts({ sandbox: fakeSandbox({ value, logs }) });

describeNodeContract(code, executor, {
  folder: __dirname,
  samples: [
    { config: CONFIG, variables, ports: portsWith({ twice: 42 }), isRun: true },
    { config: { ...CONFIG, language: 'python', code: PYTHON }, variables, ports: portsWith({ twice: 42 }) },
  ],
});

describe('code', () => {
  it('hands its inputs and limits to the sandbox and keeps what main returned and printed', async () => {
    const ports = portsWith({ twice: 42 }, ['hello']);
    const config = { ...CONFIG, limits: { timeout_ms: 500 } };
    const run = await runNode(executor, config, { variables, ports });
    expect(run.outputs).toEqual({ twice: 42, logs: ['hello'] });
    expect(run.inputs).toEqual({ n: 21 });
    expect(ports.sandbox.jobs).toEqual([
      {
        kind: 'code',
        language: 'javascript',
        source: CONFIG['code'],
        input: { n: 21 },
        limits: { timeoutMs: 500 },
      },
    ]);
  });

  it('hands Python to the sandbox as Python', async () => {
    const ports = portsWith({ twice: 42 });
    const config = { ...CONFIG, language: 'python', code: PYTHON };
    expect((await runNode(executor, config, { variables, ports })).outputs).toEqual({ twice: 42, logs: [] });
    expect(ports.sandbox.jobs).toEqual([
      { kind: 'code', language: 'python', source: PYTHON, input: { n: 21 } },
    ]);
  });

  it.each<[string, Json, string, string]>([
    ['nothing', null, 'CODE_RESULT_NOT_OBJECT', 'but returned null.'],
    ['a list', [1], 'CODE_RESULT_NOT_OBJECT', 'but returned a list of 1.'],
    ['too little', {}, 'CODE_OUTPUT_MISSING', '"twice"'],
    ['too much', { twice: 1, thrice: 2 }, 'CODE_OUTPUT_EXTRA', '"thrice"'],
    [
      'another type',
      { twice: '42' },
      'CODE_OUTPUT_TYPE',
      `text '42' as "twice", which is declared as number.`,
    ],
    ['null', { twice: null }, 'CODE_OUTPUT_TYPE', 'null as "twice"'],
  ])('refuses a result that is %s', async (_what, value, expected, message) => {
    await expect(runNode(executor, CONFIG, { variables, ports: portsWith(value) })).rejects.toMatchObject({
      code: expected,
      message: expect.stringContaining(message) as string,
    });
  });

  it('lets null pass in the Dify mode', async () => {
    const ports = portsWith({ twice: null });
    const run = await runNode(executor, CONFIG, { variables, ports, isDifyCompatible: true });
    expect(run.outputs['twice']).toBeNull();
  });

  it('reads a missing reference as null in the Dify mode only', async () => {
    const ports = portsWith({ twice: 0 });
    await runNode(executor, CONFIG, { ports, isDifyCompatible: true });
    expect(ports.sandbox.jobs).toMatchObject([{ input: { n: null } }]);
    await expect(runNode(executor, CONFIG, { ports })).rejects.toMatchObject({ code: 'VARIABLE_UNKNOWN' });
  });

  it('checks the elements of lists', async () => {
    const config = { ...CONFIG, outputs: { names: 'array[string]' } };
    await expect(
      runNode(executor, config, { variables, ports: portsWith({ names: ['a', 1] }) }),
    ).rejects.toMatchObject({ code: 'CODE_OUTPUT_TYPE' });
  });
});

describe('the check of code', () => {
  const issues = (config: JsonObject): unknown[] =>
    (code.check?.(code.config.parse({ ...CONFIG, ...config })) ?? []).map(({ code: name, path }) => [
      name,
      path,
    ]);

  it('takes Python, and leaves it to the sandbox whether that runs here', () => {
    expect(issues({ language: 'python', code: PYTHON })).toEqual([]);
  });

  it('finds missing code and names that cannot be used', () => {
    expect(issues({ code: ' ', inputs: [{ name: 'a b' }], outputs: { logs: 'any', '1x': 'any' } })).toEqual([
      ['NODE_CONFIG_INVALID', 'code'],
      ['VARIABLE_NAME_INVALID', 'inputs[0].name'],
      ['VARIABLE_NAME_INVALID', 'outputs.logs'],
      ['VARIABLE_NAME_INVALID', 'outputs.1x'],
    ]);
  });

  it('shows its source to the validator, in its language', () => {
    expect(code.embedded?.(code.config.parse(CONFIG))).toEqual([
      { language: 'javascript', source: CONFIG['code'], path: 'code' },
    ]);
    expect(code.embedded?.(code.config.parse({ ...CONFIG, language: 'python', code: PYTHON }))).toEqual([
      { language: 'python', source: PYTHON, path: 'code' },
    ]);
  });
});
