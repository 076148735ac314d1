import type { RunEvent } from '@heddle/model';
import { nodeExecutions } from './node-executions';

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost: 0 };
const error = { code: 'X', message: 'no' };

/** Numbers events and puts them a second apart. */
function eventsOf(...drafts: object[]): RunEvent[] {
  return drafts.map(
    (draft, index) => ({ runId: 'r', seq: index + 1, at: index * 1_000, ...draft }) as unknown as RunEvent,
  );
}
const started = (nodeId: string, attempt = 1, more: object = {}) => ({
  type: 'node.started',
  nodeId,
  attempt,
  data: { title: `${nodeId}!`, node_type: 'code' },
  ...more,
});

describe('nodeExecutions', () => {
  it('follows a node from its start over a retry to its result', () => {
    const events = eventsOf(
      { type: 'run.started', data: { inputs: {}, sys: {}, conversation: {} } },
      started('a', 1, { data: { title: 'a!', node_type: 'code', queued_ms: 3 } }),
      { type: 'node.retried', nodeId: 'a', attempt: 1, data: { error, delay_ms: 5, elapsed_ms: 1 } },
      started('a', 2),
      {
        type: 'node.chunked',
        nodeId: 'a',
        attempt: 2,
        data: { output: 'text', text: 'x', is_answer: false },
      },
      {
        type: 'node.finished',
        nodeId: 'a',
        attempt: 2,
        data: { outputs: { n: 1 }, inputs: { m: 2 }, handle: 'source', elapsed_ms: 7, usage },
      },
    );
    const commits = [
      { lastSeq: 3, at: 2_100 },
      { lastSeq: 6, at: 5_040 },
    ];
    expect(nodeExecutions(events, 'succeeded', { commits })).toEqual([
      {
        id: 'r:2',
        node_id: 'a',
        type: 'code',
        label: 'a!',
        status: 'succeeded',
        attempt: 2,
        path: [],
        inputs: { m: 2 },
        outputs: { n: 1 },
        error: null,
        usage,
        started_at: '1970-01-01T00:00:01.000Z',
        finished_at: '1970-01-01T00:00:05.000Z',
        elapsed_ms: 7,
        queued_ms: 3,
        persist_ms: 40,
      },
    ]);
  });

  it('keeps the frames of a container apart, and names nodes that never began', () => {
    const events = eventsOf(
      started('in', 1, { path: ['loop', 0] }),
      started('in', 1, { path: ['loop', 1] }),
      { type: 'node.skipped', nodeId: 'b', attempt: 1, data: {} },
    );
    const describeNode = (id: string) => (id === 'b' ? { type: 'llm', label: 'Bee' } : undefined);
    const nodes = nodeExecutions(events, 'running', { describe: describeNode });
    expect(
      nodes.map(({ node_id, path, status, type, label }) => [node_id, path, status, type, label]),
    ).toEqual([
      ['in', ['loop', 0], 'running', 'code', 'in!'],
      ['in', ['loop', 1], 'running', 'code', 'in!'],
      ['b', [], 'skipped', 'llm', 'Bee'],
    ]);
  });

  it('tells failed from stopped, and what an ended run left open', () => {
    const failed = (nodeId: string, policy: string) => ({
      type: 'node.failed',
      nodeId,
      attempt: 1,
      data: { error, elapsed_ms: 1, policy, outputs: { d: 1 } },
    });
    const events = eventsOf(
      started('a'),
      started('b'),
      started('c'),
      failed('a', 'default_value'),
      failed('b', 'stopped'),
    );
    const states = (status: 'failed' | 'interrupted') =>
      nodeExecutions(events, status).map((node) => node.status);
    expect(states('failed')).toEqual(['failed', 'stopped', 'stopped']);
    expect(states('interrupted')).toEqual(['failed', 'stopped', 'interrupted']);
    expect(nodeExecutions(events, 'failed')[0]).toMatchObject({ outputs: { d: 1 }, error });
  });
});
