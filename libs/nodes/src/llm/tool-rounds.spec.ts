import type { ChatToolCall } from '@heddle/engine';
import { FlowError, type JsonObject } from '@heddle/model';
import {
  type ChatScript,
  fakeChat,
  fakeMcp,
  fakePorts,
  fakeTools,
  runNode,
  type ScriptedTool,
} from '@heddle/testing';
import executor from './executor';
import { llm } from './schema';

const prompt = [{ role: 'user', text: 'Go.' }];
const call = (name: string, given: object, id = `call_${name}`): ChatToolCall => ({
  id,
  name,
  arguments: JSON.stringify(given),
});
const calling = (...toolCalls: ChatToolCall[]) => ({ chunks: [], toolCalls });

const ADD: ScriptedTool = {
  description: 'Adds',
  parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  answer: ({ a }) => ({ text: `sum ${Number(a) + 1}` }),
};

const ask = async (
  config: JsonObject,
  scripts: readonly ChatScript[],
  signal = new AbortController().signal,
) => {
  const chat = fakeChat(...scripts);
  const tools = fakeTools({
    add: ADD,
    story: { name: 'tell', answer: () => ({ text: 'told', runId: 'run-2' }) },
    hang: { isHanging: true },
  });
  const mcp = fakeMcp({ docs: { 'find.page': { answer: () => ({ json: [1] }) }, add: ADD } });
  const run = await runNode(
    executor,
    { prompt, ...config },
    { ports: fakePorts({ chat, tools, mcp }), signal },
  );
  return { run, requests: chat.requests, tools, mcp };
};

describe('the tools of llm', () => {
  const tools = [
    { type: 'tool', id: 'add' },
    { type: 'flow', id: 'story' },
    { type: 'mcp', id: 'docs' },
  ];

  it('are offered by names that providers take, each its own', async () => {
    const { requests } = await ask({ tools }, ['ok']);
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['add', 'tell', 'find_page', 'add_2']);
    expect(requests[0]?.tools?.[0]).toEqual({ name: 'add', description: 'Adds', parameters: ADD.parameters });
    const one = await ask({ tools: [{ type: 'mcp', id: 'docs', tool: 'add' }] }, ['ok']);
    expect(one.requests[0]?.tools?.map(({ name }) => name)).toEqual(['add']);
  });

  it('are called until the model answers, and what they say goes back to it', async () => {
    const scripts = [
      calling(call('add', { a: '1' }), call('find_page', {})),
      calling(call('tell', {})),
      { chunks: ['Two.'], usage: { prompt_tokens: 5, completion_tokens: 1 } },
    ];
    const { run, requests, tools: port, mcp } = await ask({ tools }, scripts);
    expect(requests[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: '', toolCalls: [call('add', { a: '1' }), call('find_page', {})] },
      { role: 'tool', toolCallId: 'call_add', content: 'sum 2' },
      { role: 'tool', toolCallId: 'call_find_page', content: '[1]' },
    ]);
    expect(requests[2]?.messages).toHaveLength(6);
    expect(port.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'run-1:node-1:call_add',
      'run-1:node-1:call_tell',
    ]);
    expect(mcp.calls).toMatchObject([{ serverId: 'docs', tool: 'find.page' }]);
    expect(run.outputs).toMatchObject({
      text: 'Two.',
      finish_reason: 'stop',
      usage: { prompt: 10, completion: 1 },
      tool_calls: [
        {
          name: 'add',
          arguments: { a: '1' },
          tool: { type: 'tool', id: 'add' },
          text: 'sum 2',
          is_error: false,
        },
        { name: 'find_page', tool: { type: 'mcp', id: 'docs', tool: 'find.page' }, text: '[1]' },
        { name: 'tell', tool: { type: 'flow', id: 'story' }, run_id: 'run-2' },
      ],
    });
    expect(run.usage).toMatchObject({ prompt_tokens: 10 });
    expect(run.inputs).toMatchObject({ messages: { length: 6 } });
  });

  it('tell the model what went wrong, so that it can do something else', async () => {
    const failing = calling(call('add', { a: 'x' }, '1'), call('nothing', {}, '2'), {
      id: '3',
      name: 'add',
      arguments: '[1]',
    });
    const { run } = await ask({ tools }, [failing, 'Sorry.']);
    expect(run.outputs['text']).toBe('Sorry.');
    expect(run.outputs['tool_calls']).toMatchObject([
      {
        is_error: true,
        text: expect.stringMatching(/^Error: .*a is text 'x'.*\(TOOL_ARGUMENTS_INVALID\)$/) as string,
      },
      { is_error: true, text: expect.stringContaining('(TOOL_NOT_FOUND)') as string },
      { is_error: true, text: expect.stringContaining('no JSON object') as string },
    ]);
  });

  it('may be called again after arguments that could not be read', async () => {
    const error = new FlowError({
      code: 'TOOL_ARGUMENTS_INVALID',
      category: 'operational',
      message: 'Broken.',
    });
    const { run, requests } = await ask({ tools }, [{ error }, calling(call('add', { a: 1 })), 'Good.']);
    expect(run.outputs['text']).toBe('Good.');
    expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'user' });
    await expect(ask({}, [{ error }])).rejects.toBe(error);
  });

  it('are not called without end', async () => {
    const endless: ChatScript = (_request, index) => calling(call('add', { a: index }));
    await expect(ask({ tools }, [endless])).rejects.toMatchObject({
      code: 'MAX_STEPS',
      details: { limit: 10 },
    });
  });

  it('leave what was said before a call in the answer, as it was streamed', async () => {
    const scripts = [{ chunks: ['Let me', ' see.'], toolCalls: [call('add', { a: 1 })] }, 'Two.'];
    const { run } = await ask({ tools }, scripts);
    expect(run.outputs['text']).toBe('Let me see.\n\nTwo.');
    expect(run.chunks.map(({ text }) => text).join('')).toBe('Let me see.\n\nTwo.');
  });

  it('work with structured output, whose correction knows what they said', async () => {
    const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const scripts = [{ chunks: ['Hm.'], toolCalls: [call('add', { a: 1 })] }, '{"n":"2"}', '{"n":2}'];
    const { run, requests } = await ask({ tools, structured_output: schema }, scripts);
    expect(run.outputs).toMatchObject({ structured: { n: 2 }, text: '{"n":2}' });
    expect(requests[2]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(run.chunks).toEqual([]);
  });

  it('stop where the model asks for a function of the flow', async () => {
    const both = [...tools, { name: 'decide' }];
    const { run, requests } = await ask({ tools: both }, [
      calling(call('add', { a: 1 }), call('decide', {})),
    ]);
    expect(requests).toHaveLength(1);
    expect(run.outputs['tool_calls']).toEqual([
      { id: 'call_add', name: 'add', arguments: { a: 1 } },
      { id: 'call_decide', name: 'decide', arguments: {} },
    ]);
  });

  it('end with the run', async () => {
    const controller = new AbortController();
    const script: ChatScript = () => {
      queueMicrotask(() => setImmediate(() => controller.abort(new Error('stopped'))));
      return calling(call('hang', {}));
    };
    const running = ask({ tools: [{ type: 'tool', id: 'hang' }] }, [script], controller.signal);
    await expect(running).rejects.toThrow('stopped');
  });

  it('have to be there', async () => {
    await expect(ask({ tools: [{ type: 'tool', id: 'gone' }] }, ['ok'])).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
    });
    await expect(ask({ tools: [{ type: 'mcp', id: 'docs', tool: 'gone' }] }, ['ok'])).rejects.toMatchObject({
      code: 'MCP_TOOL_NOT_FOUND',
    });
    const config = llm.config.parse({ tools: [{ name: 'f' }, ...tools] });
    expect(llm.uses?.(config)).toMatchObject([
      { kind: 'tool', id: 'add', path: 'tools[1].id' },
      { kind: 'flow', id: 'story', path: 'tools[2].id' },
      { kind: 'mcp', id: 'docs', path: 'tools[3].id' },
    ]);
    expect([llm.effectOf?.(config), llm.effectOf?.(llm.config.parse({ tools: [{ name: 'f' }] }))]).toEqual([
      'write',
      'read',
    ]);
  });
});
