import { FlowError, type RunStatus } from '@heddle/model';
import { flow, type FlowBuilder, type NodeSettings } from '@heddle/testing';
import { play, type ScenarioOptions } from '../run-scenario';

const down = (): FlowError =>
  new FlowError({ code: 'DOWN', category: 'operational', message: 'It is down.' });
const RETRY = {
  max_attempts: 2,
  interval_ms: 1,
  backoff: 'fixed',
  max_interval_ms: 1,
  jitter: false,
} as const;

const chain = (settings: NodeSettings): FlowBuilder =>
  flow()
    .node('s', 'start')
    .node('work', 'do')
    .settings(settings)
    .node('r', 'result', { done: true })
    .node('caught', 'result', { caught: true })
    .chain('s', 'work', 'r')
    .edge('work', 'caught', 'error');

const each = (mode: string): FlowBuilder =>
  flow()
    .node('s', 'start')
    .node('each', 'each', { over: ['s', 'list'], collect: ['work', 'value'], on_error: mode })
    .node('work', 'do')
    .settings({ parent_id: 'each' })
    .node('r', 'result', { done: true })
    .chain('s', 'each', 'r');

const calling = flow()
  .node('s', 'start')
  .node('ask', 'call', { flow: 'inner', give: ['s', 'list'] })
  .node('r', 'result', { done: true })
  .chain('s', 'ask', 'r');

/** Fails the given number of times, then works. */
const failing = (times: number): ScenarioOptions => {
  let left = times;
  const work = () => (left-- > 0 ? Promise.reject(down()) : { outputs: { value: 1 } });
  return { inputs: { list: [1, 2] }, behaviours: { work } };
};
const ALWAYS = 99;

describe('how a run ends', () => {
  it.each<[string, RunStatus, FlowBuilder, number]>([
    ['nothing failed', 'succeeded', chain({}), 0],
    ['a retry helped', 'succeeded', chain({ retry: RETRY }), 2],
    ['retries ran out', 'failed', chain({ retry: RETRY }), ALWAYS],
    [
      'retries ran out and the failure was caught',
      'partial_succeeded',
      chain({ retry: RETRY, on_error: 'branch' }),
      ALWAYS,
    ],
    ['a failure went another way', 'partial_succeeded', chain({ on_error: 'branch' }), 1],
    ['a failure was passed over', 'partial_succeeded', chain({ on_error: 'continue' }), 1],
    ['an error branch was there and not taken', 'succeeded', chain({ on_error: 'branch' }), 0],
    ['an item failed and ended the list', 'failed', each('stop'), 1],
    ['an item counted as null', 'partial_succeeded', each('null'), 1],
    ['every item was left out', 'partial_succeeded', each('drop'), ALWAYS],
  ])('where %s: %s', async (_, status, builder, times) => {
    expect((await play(builder.build(), failing(times))).result.status).toBe(status);
  });

  it.each<[string, RunStatus, NodeSettings]>([
    ['fails with a called flow', 'failed', {}],
    ['has succeeded in part where a called flow has', 'partial_succeeded', { on_error: 'continue' }],
  ])('%s', async (_, status, settings) => {
    const { result } = await play(calling.build(), {
      ...failing(ALWAYS),
      called: { inner: chain(settings).build() },
    });
    expect(result.status).toBe(status);
  });

  it('tells the failure that ended it, not those that it stopped because of it', async () => {
    const { result, lines } = await play(
      flow()
        .node('s', 'start')
        .node('bad', 'do', { wait_ms: 5 })
        .node('each', 'each', { over: ['s', 'list'], collect: ['slow', 'value'], on_error: 'null' })
        .node('slow', 'do', { wait_ms: 50 })
        .settings({ parent_id: 'each' })
        .node('worse', 'do', { value: '{{s.missing}}' })
        .edge('s', 'bad')
        .edge('s', 'each')
        .edge('bad', 'worse')
        .build(),
      { inputs: { list: [1] } },
    );
    expect(result).toMatchObject({ status: 'failed', error: { code: 'VARIABLE_UNKNOWN', node_id: 'worse' } });
    expect(lines.slice(-4)).toEqual([
      'worse failed VARIABLE_UNKNOWN fail',
      'slow@each/0 failed RUN_STOPPED stopped',
      'each failed RUN_STOPPED stopped',
      'run failed',
    ]);
  });
});
