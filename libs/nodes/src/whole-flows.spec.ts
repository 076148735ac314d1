import type { JsonObject, RunEvent } from '@heddle/model';
import { fakeChat, fakePorts, fakeSandbox, flow, type FlowBuilder, runFlow } from '@heddle/testing';
import { executors as byType } from './registry.server';

const executors = Object.values(byType);

const start = (...inputs: [name: string, type: string][]): FlowBuilder =>
  flow().node('start', 'trigger', {
    kind: 'manual',
    inputs: inputs.map(([name, type]) => ({ name, type, required: true })),
  });

const said = (events: readonly RunEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'node.chunked' && event.data.is_answer ? [event.data.text] : []));

const ask = (text: string) => ({ prompt: [{ role: 'user', text }] });

describe('an assigner in an iteration', () => {
  const adding = (assignment: JsonObject, parallelism: number) =>
    start(['amounts', 'array'])
      .node('each', 'iteration', {
        input_array: '{{start.amounts}}',
        output_variable: '{{add.sum}}',
        parallelism,
      })
      .node('add', 'variable_assigner', {
        assignments: [
          { target_var: 'conversation.sum', operation: 'add', ...assignment },
          { target_var: 'conversation.seen', operation: 'append', source_value: '{{item}}' },
        ],
      })
      .settings({ parent_id: 'each' })
      .node('done', 'answer', { text: 'In all {{conversation.sum}}: {{conversation.seen}}' })
      .chain('start', 'each', 'done')
      .build();
  const setup = { executors, inputs: { amounts: [1, 2, 3, 4] }, conversation: { sum: 0, seen: [] } };

  it.each([1, 4])(
    'writes the conversation, %i items at once, and the answer behind it reads it',
    async (atOnce) => {
      const { result } = await runFlow(adding({ source_value: '{{item}}' }, atOnce), setup);
      expect(result).toMatchObject({ status: 'succeeded', conversation: { sum: 10, seen: [1, 2, 3, 4] } });
      expect(result.answer).toMatch(/^In all 10: /);
    },
  );

  it('loses nothing while other items wait for the sandbox', async () => {
    const ports = fakePorts({ sandbox: fakeSandbox({ value: 5 }) });
    const document = adding({ source_type: 'expression', source_value: 'item' }, 4);
    const { result } = await runFlow(document, { ...setup, ports });
    expect(result.conversation).toMatchObject({ sum: 20, seen: [1, 2, 3, 4] });
  });
});

describe('a loop', () => {
  it('is left by its exit once an assigner has brought a variable far enough', async () => {
    const document = start(['goal', 'integer'])
      .node('count', 'loop', { max_rounds: 50, variables: [{ name: 'n', type: 'integer', initial: 0 }] })
      .node('add', 'variable_assigner', {
        assignments: [{ target_var: 'count.n', operation: 'add', source_value: 2 }],
      })
      .settings({ parent_id: 'count' })
      .node('check', 'condition', {
        cases: [
          { id: 'far', conditions: [{ left: '{{count.n}}', operator: 'gte', right: '{{start.goal}}' }] },
        ],
      })
      .settings({ parent_id: 'count' })
      .node('leave', 'loop_exit')
      .settings({ parent_id: 'count' })
      .node('tell', 'answer', { text: '{{count.n}} ' })
      .settings({ parent_id: 'count' })
      .node('done', 'answer', { text: 'after {{count.rounds}}' })
      .chain('start', 'count', 'done')
      .chain('add', 'check')
      .edge('check', 'leave', 'far')
      .edge('check', 'tell', 'else')
      .build();
    const { result } = await runFlow(document, { executors, inputs: { goal: 6 } });
    expect(result).toMatchObject({ status: 'succeeded', answer: '2 4 after 3' });
  });
});

describe('branches', () => {
  const weighing = (weight: number) =>
    runFlow(
      start(['weight', 'number'])
        .node('check', 'condition', {
          cases: [{ id: 'heavy', conditions: [{ left: '{{start.weight}}', operator: 'gt', right: 10 }] }],
        })
        .node('lorry', 'template_transform', { template: 'lorry' })
        .node('bike', 'template_transform', { template: 'bike' })
        .node('which', 'merge', { mode: 'first', variables: ['{{lorry.rendered}}', '{{bike.rendered}}'] })
        .node('all', 'merge', {
          mode: 'object',
          variables: [
            { name: 'lorry', value: '{{lorry.rendered}}' },
            { name: 'bike', value: '{{bike.rendered}}' },
          ],
        })
        .node('end', 'output', {
          outputs: [
            { name: 'by', value: '{{which.output}}' },
            { name: 'ran', value: '{{all.output}}' },
            { name: 'lorry', value: '{{lorry.rendered}}' },
          ],
        })
        .edge('start', 'check')
        .edge('check', 'lorry', 'heavy')
        .edge('check', 'bike', 'else')
        .edge('lorry', 'which')
        .edge('bike', 'which')
        .edge('lorry', 'all')
        .edge('bike', 'all')
        .edge('which', 'end')
        .edge('all', 'end')
        .build(),
      {
        executors,
        inputs: { weight },
        ports: fakePorts({ sandbox: fakeSandbox({ value: weight > 10 ? 'lorry' : 'bike' }) }),
      },
    );

  it('meet again in a merge that knows which of them ran', async () => {
    expect((await weighing(12)).result.outputs).toEqual({
      by: 'lorry',
      ran: { lorry: 'lorry' },
      lorry: 'lorry',
    });
    expect((await weighing(2)).result.outputs).toEqual({ by: 'bike', ran: { bike: 'bike' }, lorry: null });
  });

  it('are chosen by a model, and only the chosen one asks another', async () => {
    const chat = fakeChat('{"category":"Refund","confidence":0.9}', 'You get it back.');
    const document = start()
      .node('sort', 'question_classifier', {
        query: '{{sys.query}}',
        categories: [
          { id: 'c1', name: 'Refund' },
          { id: 'c2', name: 'Shipping' },
        ],
      })
      .node('refund', 'llm', ask('Refund: {{sys.query}}'))
      .node('parcel', 'llm', ask('Where is it?'))
      .node('money', 'answer', { text: 'Money: {{refund.text}}' })
      .node('post', 'answer', { text: 'Post: {{parcel.text}}' })
      .edge('start', 'sort')
      .edge('sort', 'refund', 'c1')
      .edge('sort', 'parcel', 'c2')
      .edge('refund', 'money')
      .edge('parcel', 'post')
      .build();
    const { result, events } = await runFlow(document, {
      executors,
      sys: { query: 'Where is my money?' },
      ports: fakePorts({ chat }),
    });
    expect(result).toMatchObject({ status: 'succeeded', answer: 'Money: You get it back.' });
    expect(said(events)).toEqual(['Money: ', 'You', ' get', ' it', ' back.']);
    expect(chat.requests).toHaveLength(2);
  });
});

describe('two models at once', () => {
  /** The first one answers only when the second is done. */
  const slowFirst = () => {
    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    return fakeChat(({ messages }) => {
      const isSlow = JSON.stringify(messages).includes('slow');
      return isSlow
        ? { chunks: ['s1', 's2'], gate: () => gate }
        : { chunks: ['f1', 'f2'], gate: async (index) => void (index === 1 && setImmediate(openGate)) };
    });
  };

  const document = start()
    .node('slow', 'llm', ask('slow'))
    .node('fast', 'llm', ask('fast'))
    .node('both', 'answer', { text: 'A {{slow.text}} B {{fast.text}}.' })
    .edge('start', 'slow')
    .edge('start', 'fast')
    .edge('slow', 'both')
    .edge('fast', 'both')
    .build();

  it('are said in the order of the template, whichever is first', async () => {
    const { result, events } = await runFlow(document, {
      executors,
      ports: fakePorts({ chat: slowFirst() }),
    });
    expect(result.answer).toBe('A s1s2 B f1f2.');
    expect(said(events)).toEqual(['A ', 's1', 's2', ' B ', 'f1f2', '.']);
  });

  it('give way to a default value when one breaks off, and the run says so', async () => {
    const nodes = document.nodes.map((node) =>
      node.id === 'slow'
        ? { ...node, on_error: 'default_value' as const, default_outputs: { text: 'nothing' } }
        : node,
    );
    const chat = fakeChat(({ messages }) =>
      JSON.stringify(messages).includes('slow') ? { chunks: ['half'], error: new Error('cut') } : 'fine',
    );
    const { result } = await runFlow({ ...document, nodes }, { executors, ports: fakePorts({ chat }) });
    expect(result).toMatchObject({ status: 'partial_succeeded', answer: 'A nothing B fine.' });
  });
});
