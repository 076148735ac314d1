import { FlowError } from '@heddle/model';
import { flow } from '@heddle/testing';
import { brief, runScenario } from './run-scenario';

const unavailable = (): FlowError =>
  new FlowError({ code: 'DOWN', category: 'operational', message: 'It is down.' });

describe('flow control', () => {
  it('runs a chain in order and records what each node left', async () => {
    const document = flow()
      .node('s', 'start')
      .node('a', 'do', { value: '{{s.name}}' })
      .node('r', 'result', { greeting: 'Hello {{a.value}}' })
      .chain('s', 'a', 'r')
      .build();
    const { events, finish } = runScenario(document, { inputs: { name: 'Ada' } });
    const result = await finish();
    expect(result).toMatchObject({ status: 'succeeded', outputs: { greeting: 'Hello Ada' }, error: null });
    expect(brief(events)).toEqual([
      'run started',
      's started',
      's finished',
      'a started',
      'a finished',
      'r started',
      'r finished',
      'run succeeded',
    ]);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('runs branches side by side and joins them once', async () => {
    const document = flow()
      .node('s', 'start')
      .node('slow', 'do', { wait_ms: 30 })
      .node('fast', 'do', { wait_ms: 10 })
      .node('join', 'result', { both: '{{slow.value}}+{{fast.value}}' })
      .edge('s', 'slow')
      .edge('s', 'fast')
      .edge('slow', 'join')
      .edge('fast', 'join')
      .build();
    const { events, clock, finish } = runScenario(document);
    expect((await finish()).outputs).toEqual({ both: 'slow+fast' });
    expect(clock.monotonic()).toBe(30);
    expect(brief(events).filter((line) => line.startsWith('join'))).toEqual([
      'join started',
      'join finished',
    ]);
  });

  it('skips what a branch does not take, and what hangs on that alone', async () => {
    const document = flow()
      .node('s', 'start')
      .node('if', 'branch', { to: 'b' })
      .node('yes', 'do')
      .node('after', 'do')
      .node('no', 'do')
      .node('join', 'result', { done: true })
      .edge('s', 'if')
      .edge('if', 'yes', 'a')
      .edge('yes', 'after')
      .edge('if', 'no', 'b')
      .edge('after', 'join')
      .edge('no', 'join')
      .build();
    const { events, finish } = runScenario(document);
    expect((await finish()).status).toBe('succeeded');
    expect(brief(events).slice(5)).toEqual([
      'yes skipped',
      'after skipped',
      'no started',
      'no finished',
      'join started',
      'join finished',
      'run succeeded',
    ]);
  });

  it('ends the run at the first failure and stops what is still running', async () => {
    const document = flow()
      .node('s', 'start')
      .node('bad', 'do', { wait_ms: 5 })
      .node('slow', 'do', { wait_ms: 1_000 })
      .node('r', 'result')
      .edge('s', 'bad')
      .edge('s', 'slow')
      .edge('bad', 'r')
      .edge('slow', 'r')
      .build();
    const { events, finish, clock } = runScenario(document, {
      behaviours: { bad: () => Promise.reject(unavailable()) },
    });
    const result = await finish();
    expect(result).toMatchObject({ status: 'failed', error: { code: 'DOWN', node_id: 'bad' } });
    expect(brief(events).slice(-3)).toEqual([
      'bad failed DOWN fail',
      'slow failed RUN_STOPPED stopped',
      'run failed',
    ]);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['branch', 'caught', { seen: 'It is down.' }],
    ['default_value', 'next', { seen: 'spare' }],
    ['continue', 'next', { seen: null }],
  ] as const)('goes on after a failure under the policy %s', async (policy, reached, outputs) => {
    const document = flow()
      .node('s', 'start')
      .node('bad', 'do')
      .settings({
        on_error: policy,
        ...(policy === 'default_value' ? { default_outputs: { value: 'spare' } } : {}),
      })
      .node('next', 'result', { seen: '{{bad.value}}' })
      .node('caught', 'result', { seen: '{{bad.error_message}}' })
      .edge('s', 'bad')
      .edge('bad', 'next')
      .edge('bad', 'caught', 'error')
      .build();
    const { events, finish } = runScenario(document, {
      behaviours: { bad: () => Promise.reject(unavailable()) },
    });
    expect(await finish()).toMatchObject({ status: 'partial_succeeded', outputs });
    expect(brief(events)).toContain(`${reached} finished`);
  });

  it('retries while another branch goes on, and waits as the policy says', async () => {
    let calls = 0;
    const document = flow()
      .node('s', 'start')
      .node('flaky', 'do')
      .settings({
        retry: {
          max_attempts: 2,
          interval_ms: 100,
          backoff: 'exponential',
          max_interval_ms: 150,
          jitter: false,
        },
      })
      .node('other', 'do', { wait_ms: 20 })
      .node('r', 'result', { value: '{{flaky.value}}' })
      .edge('s', 'flaky')
      .edge('s', 'other')
      .edge('flaky', 'r')
      .edge('other', 'r')
      .build();
    const { events, finish, clock } = runScenario(document, {
      behaviours: {
        flaky: () => (++calls < 3 ? Promise.reject(unavailable()) : { outputs: { value: calls } }),
      },
    });
    expect(await finish()).toMatchObject({ status: 'succeeded', outputs: { value: 3 } });
    expect(clock.monotonic()).toBe(250);
    const lines = brief(events);
    expect(lines.indexOf('other finished')).toBeLessThan(lines.lastIndexOf('flaky started'));
    expect(lines.filter((line) => line === 'flaky retried')).toHaveLength(2);
  });

  it('does not retry what a retry cannot mend', async () => {
    const document = flow()
      .node('s', 'start')
      .node('bad', 'do', { value: '{{s.missing}}' })
      .settings({
        retry: { max_attempts: 3, interval_ms: 1, backoff: 'fixed', max_interval_ms: 1, jitter: false },
      })
      .node('r', 'result')
      .chain('s', 'bad', 'r')
      .build();
    const { events, finish } = runScenario(document, { inputs: { name: 'x' } });
    const { error } = await finish();
    expect(error).toMatchObject({ code: 'VARIABLE_UNKNOWN', node_id: 'bad' });
    expect(error?.message).toContain('s.missing');
    expect(error?.message).toContain('s.name');
    expect(brief(events)).not.toContain('bad retried');
  });

  it('drops what arrives after the timeout', async () => {
    let finishLate: (() => void) | undefined;
    const document = flow()
      .node('s', 'start')
      .node('slow', 'do')
      .settings({ timeout_ms: 50 })
      .node('r', 'result')
      .chain('s', 'slow', 'r')
      .build();
    const { events, finish } = runScenario(document, {
      behaviours: {
        slow: (_, context) =>
          new Promise((resolve) => {
            finishLate = () => {
              context.chunk('value', 'late');
              resolve({ outputs: { value: 'late' } });
            };
          }),
      },
    });
    const result = await finish();
    finishLate?.();
    await Promise.resolve();
    expect(result.error).toMatchObject({ code: 'NODE_TIMEOUT', node_id: 'slow' });
    expect(brief(events).at(-1)).toBe('run failed');
  });

  it('stops on request and aborts what is in flight', async () => {
    let signal: AbortSignal | undefined;
    const document = flow()
      .node('s', 'start')
      .node('slow', 'do')
      .node('r', 'result')
      .chain('s', 'slow', 'r')
      .build();
    const scenario = runScenario(document, {
      behaviours: {
        slow: (_, context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        },
      },
    });
    await scenario.clock.elapse(10);
    scenario.handle.stop('Enough.');
    const result = await scenario.finish();
    expect(result).toMatchObject({ status: 'stopped', error: { code: 'RUN_STOPPED', message: 'Enough.' } });
    expect(signal?.aborted).toBe(true);
    expect(scenario.clock.pending).toBe(0);
  });

  it('refuses a cycle by naming it', () => {
    const document = flow()
      .node('s', 'start')
      .node('a', 'do')
      .node('b', 'do')
      .chain('s', 'a', 'b')
      .edge('b', 'a')
      .build();
    expect(() => runScenario(document)).toThrow('a → b → a');
  });

  it('limits steps and wall time', async () => {
    const document = flow()
      .node('s', 'start')
      .node('a', 'do', { wait_ms: 500 })
      .node('r', 'result')
      .chain('s', 'a', 'r')
      .build();
    expect((await runScenario(document, { limits: { maxSteps: 2 } }).finish()).error?.code).toBe('MAX_STEPS');
    expect((await runScenario(document, { limits: { maxWallMs: 100 } }).finish()).error?.code).toBe(
      'RUN_TIMEOUT',
    );
  });

  it('refuses outputs that are too large', async () => {
    const document = flow()
      .node('s', 'start')
      .node('a', 'do')
      .node('r', 'result')
      .chain('s', 'a', 'r')
      .build();
    const big = { a: () => ({ outputs: { value: 'x'.repeat(2_000) } }) };
    const { error } = await runScenario(document, {
      behaviours: big,
      limits: { maxOutputBytes: 1_000 },
    }).finish();
    expect(error).toMatchObject({ code: 'NODE_OUTPUT_TOO_LARGE', node_id: 'a' });
  });

  it('masks secrets wherever they stand', async () => {
    const document = flow()
      .node('s', 'start')
      .node('a', 'do', { value: 'Bearer {{env.TOKEN}}' })
      .node('r', 'result', { value: '{{a.value}}' })
      .chain('s', 'a', 'r')
      .build();
    const { events, finish } = runScenario(document, { env: { TOKEN: 'hunter22' }, secrets: ['hunter22'] });
    expect((await finish()).outputs).toEqual({ value: 'Bearer ••••••' });
    expect(JSON.stringify(events)).not.toContain('hunter22');
  });

  it('runs only as many nodes at once as allowed', async () => {
    const builder = flow().node('s', 'start').node('r', 'result');
    for (let index = 0; index < 10; index++) {
      builder.node(`n${index}`, 'do', { wait_ms: 10 }).edge('s', `n${index}`).edge(`n${index}`, 'r');
    }
    const { events, finish, clock } = runScenario(builder.build(), { limits: { maxParallel: 2 } });
    await finish();
    expect(clock.monotonic()).toBe(50);
    const queued = events.flatMap((event) => (event.type === 'node.started' ? [event.data.queued_ms] : []));
    expect(queued).toEqual([0, 0, 0, 10, 10, 20, 20, 30, 30, 40, 40, 0]);
  });
});
