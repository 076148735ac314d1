import { compileFlow, type EnginePorts, type RunResult, startRun } from '@heddle/engine';
import type { FlowDocument, FlowMode, JsonObject, RunEvent } from '@heddle/model';
import { validateFlow } from '@heddle/model';
import { fakeChat, fakeHttp, fakePorts, fakeSandbox, flow, memoryHistory } from '@heddle/testing';
import { catalogue } from './registry';
import { executorRegistry, executors } from './registry.server';

interface Trial {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
}

async function run(
  document: FlowDocument,
  ports: EnginePorts,
  given: {
    readonly mode: FlowMode;
    readonly inputs?: JsonObject;
    readonly sys?: JsonObject;
    readonly conversation?: JsonObject;
  },
): Promise<Trial> {
  const events: RunEvent[] = [];
  const { mode, inputs = {}, sys = {}, conversation = {} } = given;
  const scope = { runId: 'r1', workspaceId: 'w1', flowId: 'f1', userId: 'u1', sessionId: 's1', mode };
  const handle = startRun({
    flow: compileFlow(document, catalogue),
    scope,
    executors: executorRegistry,
    ports,
    inputs,
    sys,
    conversation,
    onEvent: (event) => void events.push(event),
  });
  return { result: await handle.result, events };
}

const WORKFLOW = flow()
  .node('trigger', 'trigger', { inputs: [{ name: 'id', type: 'string', required: true }] })
  .node('fetch', 'http_request', { url: 'https://api.example.com/orders/{{ trigger.id }}', timeout: 5 })
  .node('code', 'code', {
    code: 'function main({ prices }) { return { total: prices[0] + prices[1] }; }',
    inputs: [{ name: 'prices', value: '{{ fetch.body.prices }}' }],
    outputs: { total: 'number' },
  })
  .node('check', 'condition', {
    cases: [{ id: 'big', conditions: [{ left: '{{ code.total }}', operator: 'gt', right: 10 }] }],
  })
  .node('llm', 'llm', { prompt: [{ role: 'user', text: 'Say something about {{ code.total }}.' }] })
  .node('template', 'template_transform', { template: 'Only {{ code.total }}' })
  .node('output', 'output', {
    outputs: [
      { name: 'text', value: '{{ llm.text }}' },
      { name: 'small', value: '{{ template.rendered }}' },
      { name: 'total', value: '{{ code.total }}' },
    ],
  })
  .chain('trigger', 'fetch', 'code', 'check')
  .edge('check', 'llm', 'big')
  .edge('check', 'template', 'else')
  .edge('llm', 'output')
  .edge('template', 'output')
  .build();

const workflowPorts = (prices: number[]) =>
  fakePorts({
    http: fakeHttp({ json: { prices } }),
    sandbox: fakeSandbox((job) => {
      if (job.kind !== 'code') return { value: 'Only 3' };
      const given = job.input['prices'] as number[];
      return { value: { total: given.reduce((sum, price) => sum + price, 0) } };
    }),
    chat: fakeChat('Quite a lot.'),
  });

describe('the nodes in a flow', () => {
  it('each run under their own name', () => {
    for (const [type, executor] of Object.entries(executors)) {
      expect(executor.definition.type).toBe(type);
      expect(executorRegistry.get(type)).toBe(executor);
    }
  });

  it('pass validation and give results by whichever branch is taken', async () => {
    expect(validateFlow(WORKFLOW, catalogue, 'workflow').errors).toEqual([]);
    const big = await run(WORKFLOW, workflowPorts([8, 9]), { mode: 'workflow', inputs: { id: 'a/b' } });
    expect(big.result).toMatchObject({
      status: 'succeeded',
      outputs: { text: 'Quite a lot.', small: null, total: 17 },
      answer: 'Quite a lot.\n\n17',
    });
    const small = await run(WORKFLOW, workflowPorts([1, 2]), { mode: 'workflow', inputs: { id: '1' } });
    expect(small.result.outputs).toEqual({ text: null, small: 'Only 3', total: 3 });
    expect(small.events.filter(({ type }) => type === 'node.skipped')).toMatchObject([{ nodeId: 'llm' }]);
  });

  it('may hold templates whose names are their own', () => {
    const source_value = '{% for row in fetch.body.rows %}{{ row.title }}{{ loop.index }}{% endfor %}';
    const document = flow()
      .node('trigger', 'trigger')
      .node('assign', 'variable_assigner', {
        assignments: [
          { target_var: 'flow.list', source_type: 'template', source_value },
          { target_var: 'flow.other', source_type: 'upstream_output', source_value: '{{ nowhere.x }}' },
        ],
      })
      .node('template', 'template_transform', { template: source_value })
      .node('output', 'output', { outputs: [{ name: 'list', value: '{{ flow.list }}' }] })
      .chain('trigger', 'assign', 'template', 'output')
      .build();
    expect(validateFlow(document, catalogue, 'workflow').errors).toMatchObject([
      { code: 'VARIABLE_UNKNOWN', path: 'assignments[1].source_value' },
    ]);
  });

  it('refuse a run without a required input, naming node and input', async () => {
    const { result } = await run(WORKFLOW, workflowPorts([]), { mode: 'workflow' });
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'INPUT_REQUIRED', node_id: 'trigger', message: 'id: a value is required.' },
    });
  });

  it('take the time limit that an older config held inside', () => {
    expect(compileFlow(WORKFLOW, catalogue).nodes.get('fetch')?.node.timeout_ms).toBe(5_000);
  });

  it('retry an error status under a retry policy, with one idempotency key', async () => {
    const document = flow()
      .node('trigger', 'trigger')
      .node('send', 'http_request', { method: 'POST', url: 'https://a.com' })
      .settings({
        retry: { max_attempts: 1, interval_ms: 0, backoff: 'fixed', max_interval_ms: 0, jitter: false },
      })
      .node('output', 'output', { outputs: [{ name: 'status', value: '{{ send.status_code }}' }] })
      .chain('trigger', 'send', 'output')
      .build();
    const http = fakeHttp({ status: 503, json: {} }, { json: {} });
    const { result } = await run(document, fakePorts({ http }), { mode: 'workflow' });
    expect(result.outputs).toEqual({ status: 200 });
    const keys = http.requests.map(
      ({ headers }) => headers?.find(([name]) => name === 'Idempotency-Key')?.[1],
    );
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('hold a conversation: memory, assigned variables and a streamed answer', async () => {
    const document = flow()
      .node('trigger', 'trigger')
      .node('llm', 'llm', { prompt: [{ role: 'system', text: 'Visit {{ conversation.visits }}.' }] })
      .node('count', 'variable_assigner', {
        assignments: [{ target_var: 'conversation.visits', operation: 'add', source_value: 1 }],
      })
      .node('answer', 'answer', { text: '{{ llm.text }} ({{ conversation.visits }})' })
      .chain('trigger', 'count', 'llm', 'answer')
      .conversation('visits', 0, 'number')
      .build();
    expect(validateFlow(document, catalogue, 'chatflow').errors).toEqual([]);
    const chat = fakeChat('Nice to see you');
    const history = memoryHistory([{ role: 'user', content: 'Hello' }]);
    const ports = fakePorts({ chat, history });
    const given = { mode: 'chatflow' as const, sys: { query: 'Hi' }, conversation: { visits: 4 } };
    const { result, events } = await run(document, ports, given);
    expect(result).toMatchObject({
      status: 'succeeded',
      answer: 'Nice to see you (5)',
      conversation: { visits: 5 },
    });
    expect(chat.requests[0]?.messages).toEqual([
      { role: 'system', content: 'Visit 5.' },
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'Hi' },
    ]);
    const answered = events.filter((event) => event.type === 'node.chunked' && event.data.is_answer);
    expect(answered.length).toBeGreaterThan(2);
  });

  it('bring branches that a model chose together again, and tell people', async () => {
    const document = flow()
      .node('trigger', 'trigger', {
        inputs: [
          { name: 'text', type: 'string' },
          { name: 'rows', type: 'array' },
        ],
      })
      .node('clear', 'question_optimiser', { query: '{{ trigger.text }}' })
      .node('sort', 'question_classifier', {
        query: '{{ clear.optimized_query }}',
        categories: [
          { id: 'order', name: 'Order' },
          { id: 'chat', name: 'Small talk' },
        ],
        fallback: 'other',
      })
      .node('find', 'parameter_extractor', {
        query: '{{ trigger.text }}',
        parameters: [{ name: 'n', type: 'integer' }],
      })
      .node('rows', 'list_operator', {
        input: '{{ trigger.rows }}',
        filter: { conditions: [{ left: 'size', operator: 'gte', right: '{{ find.n }}' }] },
        order_by: { key: 'size', direction: 'desc' },
      })
      .node('smile', 'template_transform', { template: 'Hello.' })
      .node('join', 'merge', { variables: ['{{ rows.first.name }}', '{{ smile.rendered }}'] })
      .node('tell', 'notify', { url: 'https://hooks.test/x', message: 'Got {{ join.output }}' })
      .node('output', 'output', {
        outputs: [
          { name: 'got', value: '{{ join.output }}' },
          { name: 'told', value: '{{ tell.delivered }}' },
        ],
      })
      .chain('trigger', 'clear', 'sort')
      .edge('sort', 'find', 'order')
      .edge('sort', 'smile', 'chat')
      .edge('sort', 'smile', 'other')
      .chain('find', 'rows', 'join', 'tell', 'output')
      .edge('smile', 'join')
      .build();
    const { errors, warnings } = validateFlow(document, catalogue, 'workflow');
    expect([errors, warnings]).toEqual([[], []]);
    const answers: Record<string, string> = {
      'two of them': '{"optimized_query":"I order two"}',
      'I order two': '{"category":"Order","confidence":1}',
      hm: '{"optimized_query":"hm"}',
    };
    const chat = fakeChat(({ messages, tools }) => {
      const said = String(messages.at(-1)?.content);
      const call = { id: 'c', name: 'extract_parameters', arguments: '{"n":2}' };
      return tools ? { toolCalls: [call] } : (answers[said] ?? 'no idea');
    });
    const http = fakeHttp({ json: {} });
    const rows = [
      { name: 'a', size: 1 },
      { name: 'b', size: 2 },
      { name: 'c', size: 9 },
    ];
    const ports = fakePorts({ chat, http, sandbox: fakeSandbox({ value: 'Hello.' }) });
    const ask = async (text: string) =>
      (await run(document, ports, { mode: 'workflow', inputs: { text, rows } })).result;
    expect(await ask('two of them')).toMatchObject({
      status: 'succeeded',
      outputs: { got: 'c', told: true },
    });
    expect((await ask('hm')).outputs).toEqual({ got: 'Hello.', told: true });
    expect(http.requests.map(({ body }) => body?.kind === 'text' && body.text)).toEqual([
      expect.stringContaining('"message":"Got c"') as string,
      expect.stringContaining('"message":"Got Hello."') as string,
    ]);
  });
});
