import { describeNodeContract, fakePorts, fakeSandbox, runNode } from '@heddle/testing';
import executor from './executor';
import { templateTransform } from './schema';

const variables = {
  start: { name: 'Ada' },
  other: { big: 'x' },
  env: { key: 'secret' },
  sys: { query: 'hi' },
};
const renders = (value: string) => fakePorts({ sandbox: fakeSandbox({ value }) });
const config = {
  template: 'Hi {{ who | upper }}, {{ start.name }}',
  variables: [{ name: 'who', value: '{{ start.name }}' }],
};

describeNodeContract(templateTransform, executor, {
  folder: __dirname,
  samples: [
    { config, variables, ports: renders('Hi'), isRun: true },
    { config: { ...config, output_type: 'json' }, variables, ports: renders('{"a":1}'), isRun: true },
  ],
});

describe('template_transform', () => {
  it('renders with its variables and only the namespaces that the template mentions', async () => {
    const ports = renders('Hi ADA, Ada');
    const run = await runNode(executor, config, { variables, ports });
    expect(run.outputs).toEqual({ rendered: 'Hi ADA, Ada', value: 'Hi ADA, Ada' });
    expect(ports.sandbox.jobs).toEqual([
      { kind: 'template', source: config.template, input: { start: { name: 'Ada' }, who: 'Ada' } },
    ]);
  });

  it('reads the text as JSON or as a list when asked to', async () => {
    const json = await runNode(
      executor,
      { ...config, output_type: 'json' },
      { variables, ports: renders('{"a":[1]}') },
    );
    expect(json.outputs).toEqual({ rendered: '{"a":[1]}', value: { a: [1] } });
    const list = await runNode(
      executor,
      { ...config, output_type: 'array' },
      { variables, ports: renders('[1, 2]') },
    );
    expect(list.outputs['value']).toEqual([1, 2]);
  });

  it.each([
    ['json', 'no json', 'The template did not render JSON'],
    ['array', '{"a":1}', 'The template did not render a JSON list: got an object.'],
  ])('says why the text is not %s', async (output_type, text, message) => {
    await expect(
      runNode(executor, { ...config, output_type }, { variables, ports: renders(text) }),
    ).rejects.toMatchObject({
      code: 'TEMPLATE_OUTPUT_INVALID',
      message: expect.stringContaining(message) as string,
    });
  });

  it('does not read references in the template as its own', () => {
    expect(templateTransform.literalKeys).toEqual(['template']);
    expect(templateTransform.embedded?.(templateTransform.config.parse(config))).toEqual([
      { language: 'template', source: config.template, path: 'template' },
    ]);
  });
});
