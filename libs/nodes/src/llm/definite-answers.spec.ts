import type { ChatMessage } from '@heddle/engine';
import { FlowError, type JsonObject } from '@heddle/model';
import { type ChatScript, fakeChat, fakePorts, runNode } from '@heddle/testing';
import executor from './executor';
import { llm } from './schema';

const SCHEMA: JsonObject = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const prompt = [
  { role: 'system', text: 'Be brief about looms.' },
  { role: 'user', text: 'Go.' },
];

const ask = async (config: JsonObject, { scripts }: { readonly scripts: ChatScript[] }) => {
  const chat = fakeChat(...scripts);
  const run = await runNode(executor, config, { ports: fakePorts({ chat }) });
  return { run, requests: chat.requests };
};

const said = (messages: readonly ChatMessage[]): unknown[] =>
  messages.map(({ role, content }) => [role, content]);

describe('structured output', () => {
  const config = { prompt, structured_output: SCHEMA };

  it('asks for the schema and reads JSON, in a fence or with words around it', async () => {
    const answers = [
      '{"n":1}',
      '```json\n{"n":1}\n```',
      'Here you are: {"n":1}.',
      '<think>{a}</think>{"n":1}',
    ];
    for (const answer of answers) {
      const { run, requests } = await ask({ ...config, reasoning: 'inline' }, { scripts: [answer] });
      expect(requests).toHaveLength(1);
      expect(requests[0]?.responseFormat).toEqual({ type: 'json_schema', schema: SCHEMA });
      expect(run.outputs['structured']).toEqual({ n: 1 });
      expect(run.chunks).toEqual([]);
    }
  });

  it('has a broken answer corrected once', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const scripts = [
      { chunks: ['{"n":"one"}'], usage },
      { chunks: ['{"n":1}'], usage },
    ];
    const { run, requests } = await ask(config, { scripts });
    expect(run.outputs).toMatchObject({ structured: { n: 1 }, text: '{"n":1}', usage: { total: 4 } });
    expect(said(requests[1]?.messages ?? []).slice(2)).toEqual([
      ['assistant', '{"n":"one"}'],
      [
        'user',
        "Your answer cannot be used: $.n is text 'one', expected number. Send the corrected JSON alone, without any other text. " +
          `It has to fit this JSON Schema:\n${JSON.stringify(SCHEMA)}`,
      ],
    ]);
  });

  it('fails when the correction is broken too', async () => {
    await expect(ask(config, { scripts: ['no', '{}'] })).rejects.toMatchObject({
      code: 'STRUCTURED_OUTPUT_INVALID',
      message: 'The model did not answer in the form asked for: $.n is missing.',
    });
  });
});

describe('a provider without structured output', () => {
  const config = { prompt, structured_output: SCHEMA };
  const refusal = (message: string, isRetryable = false): Error =>
    new FlowError({ code: 'UPSTREAM_ERROR', category: 'operational', message, isRetryable });

  it('is told the schema in words', async () => {
    const error = refusal('The provider answered 400: This response_format type is unavailable now');
    const { run, requests } = await ask(config, { scripts: [{ error }, '{"n":2}'] });
    expect(run.outputs['structured']).toEqual({ n: 2 });
    expect(requests[1]?.responseFormat).toBeUndefined();
    expect(said(requests[1]?.messages ?? [])[0]).toEqual([
      'system',
      'Be brief about looms.\n\nAnswer with JSON alone, without any other text. It has to fit this JSON Schema:\n' +
        JSON.stringify(SCHEMA),
    ]);
    const alone = await ask({ ...config, prompt: prompt.slice(1) }, { scripts: [{ error }, '{"n":2}'] });
    expect(alone.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('is not asked again when it fails for another reason', async () => {
    for (const error of [refusal('answered 400: no such model'), refusal('response_format', true)]) {
      await expect(ask(config, { scripts: [{ error }] })).rejects.toBe(error);
    }
  });
});

describe('the functions of llm', () => {
  const tools = [
    { name: 'look_up', description: 'Looks up', parameters: { type: 'object' } },
    { name: 'stop' },
  ];
  const call = (name: string, text: string) => ({ id: `call_${name}`, name, arguments: text });

  it('are offered to the model, and what it asks for is put out', async () => {
    const toolCalls = [call('look_up', '{"word":"loom"}'), call('stop', ''), call('stop', '{broken')];
    const { run, requests } = await ask(
      { prompt, tools },
      { scripts: [{ chunks: ['Let me see.'], toolCalls }] },
    );
    expect(requests[0]?.tools).toEqual([
      tools[0],
      { name: 'stop', description: '', parameters: { type: 'object', properties: {} } },
    ]);
    expect(run.outputs).toMatchObject({
      text: 'Let me see.',
      finish_reason: 'tool_calls',
      tool_calls: [
        { id: 'call_look_up', name: 'look_up', arguments: { word: 'loom' } },
        { id: 'call_stop', name: 'stop', arguments: {} },
        { id: 'call_stop', name: 'stop', arguments: '{broken' },
      ],
    });
  });

  it('come before an answer that has to fit a schema', async () => {
    const config = { prompt, tools, structured_output: SCHEMA };
    const { run, requests } = await ask(config, { scripts: [{ toolCalls: [call('stop', '{}')] }] });
    expect(requests).toHaveLength(1);
    expect(run.outputs).toMatchObject({ structured: null, tool_calls: [{ name: 'stop' }] });
  });

  it('need names of their own that models can write', () => {
    const config = llm.config.parse({ prompt, tools: [{ name: 'a b' }, { name: 'stop' }, { name: 'stop' }] });
    expect(llm.check?.(config).map(({ path }) => path)).toEqual(['tools[0].name', 'tools[2].name']);
    expect(llm.outputs(config).map(({ name }) => name)).toContain('tool_calls');
    expect(llm.outputs(llm.config.parse({})).map(({ name }) => name)).not.toContain('tool_calls');
  });
});
