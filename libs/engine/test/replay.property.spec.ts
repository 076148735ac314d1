import type { FlowDocument, JsonObject, RunEvent } from '@heddle/model';
import { flow } from '@heddle/testing';
import * as fc from 'fast-check';
import { CrashingRun } from './crashing-run';
import { RANDOM_FLOW_INPUTS, randomNestedFlow } from './random-flow';
import { runScenario, type ScenarioOptions } from './run-scenario';

/** Plenty, since other work may go on beside the tests. */
jest.setTimeout(60_000);

/** Flows of up to 14 nodes: plain ones, branches and writes, each fed by some of the nodes before it. */
const randomFlow: fc.Arbitrary<FlowDocument> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('do', 'sync', 'branch', 'write'),
      wait: fc.nat(5),
      handle: fc.boolean(),
      parents: fc.uniqueArray(fc.nat(13), { minLength: 1, maxLength: 3 }),
      leavesBy: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((specs) => {
    const builder = flow().node('n0', 'start');
    specs.forEach((spec, index) => {
      const id = `n${index + 1}`;
      const config: JsonObject = spec.kind === 'do' ? { wait_ms: spec.wait } : {};
      builder.node(id, spec.kind, spec.kind === 'branch' ? { to: spec.handle ? 'a' : 'b' } : config);
      for (const parent of new Set(spec.parents.map((value) => value % (index + 1)))) {
        const isBranch = parent > 0 && specs[parent - 1]?.kind === 'branch';
        builder.edge(`n${parent}`, id, isBranch ? (spec.leavesBy ? 'a' : 'b') : undefined);
      }
    });
    return builder.build();
  });

/** What must run, worked out from the rule alone: a node runs when an edge that is taken leads to it. */
function expectedToRun(document: FlowDocument): Set<string> {
  const running = new Set(['n0']);
  for (const node of document.nodes.slice(1)) {
    const isReached = document.edges.some((edge) => {
      if (edge.target !== node.id || !running.has(edge.source)) return false;
      const source = document.nodes.find(({ id }) => id === edge.source);
      return edge.source_handle === undefined || edge.source_handle === source?.config['to'];
    });
    if (isReached) running.add(node.id);
  }
  return running;
}

const positions = (events: readonly RunEvent[], type: RunEvent['type']): Map<string, number> =>
  new Map(
    events.flatMap((event, index) =>
      'nodeId' in event && event.type === type ? [[event.nodeId, index] as const] : [],
    ),
  );

const run = async (document: FlowDocument, options: ScenarioOptions = {}) => {
  const scenario = runScenario(document, options);
  const result = await scenario.finish();
  return { ...scenario, result };
};

/** What of an event does not depend on when it happened. */
const outcome = (events: readonly RunEvent[]) =>
  events
    .filter(({ type }) => type === 'node.finished' || type === 'node.skipped')
    .map((event) => ('nodeId' in event ? `${event.nodeId} ${event.type}` : ''))
    .sort();

describe('any acyclic flow', () => {
  it('runs each reachable node once, after everything before it, and skips the rest', async () => {
    await fc.assert(
      fc.asyncProperty(randomFlow, async (document) => {
        const { events, result } = await run(document);
        expect(result.status).toBe('succeeded');
        const started = positions(events, 'node.started');
        const finished = positions(events, 'node.finished');
        const skipped = positions(events, 'node.skipped');
        const expected = expectedToRun(document);
        expect(new Set(started.keys())).toEqual(expected);
        expect(events.filter(({ type }) => type === 'node.started')).toHaveLength(expected.size);
        expect(skipped.size).toBe(document.nodes.length - expected.size);
        for (const { source, target } of document.edges) {
          const begin = started.get(target);
          const end = finished.get(source) ?? skipped.get(source);
          if (begin !== undefined) expect(end).toBeLessThan(begin);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('goes on from any point of its journal to the same end, and repeats no node that had finished', async () => {
    await fc.assert(
      fc.asyncProperty(randomFlow, fc.double({ min: 0, max: 1, noNaN: true }), async (document, cut) => {
        const whole = await run(document);
        const kept = whole.events.slice(0, Math.max(1, Math.floor(whole.events.length * cut)));
        if (kept.at(-1)?.type === 'run.finished') return;
        const resumed = await run(document, { resumeFrom: kept, repeatsWrites: true });
        const all = [...kept, ...resumed.events];
        expect(resumed.result.status).toBe('succeeded');
        expect(outcome(all)).toEqual(outcome(whole.events));
        expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
        const done = positions(kept, 'node.finished');
        for (const nodeId of positions(resumed.events, 'node.started').keys())
          expect(done.has(nodeId)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('is interrupted rather than repeated where a write was in flight', async () => {
    const document = flow()
      .node('s', 'start')
      .node('w', 'write')
      .node('r', 'result', { value: '{{w.value}}' })
      .chain('s', 'w', 'r')
      .build();
    const whole = await run(document);
    const cut = whole.events.findIndex((event) => event.type === 'node.started' && event.nodeId === 'w') + 1;
    const kept = whole.events.slice(0, cut);
    const first = await run(document, { resumeFrom: kept });
    expect(first.result.status).toBe('interrupted');
    const second = await run(document, { resumeFrom: [...kept, ...first.events], repeatsWrites: true });
    expect(second.result).toMatchObject({ status: 'succeeded', outputs: { value: 'w' } });
  });
});

/** Node, and where it ran. */
const placeOf = (event: RunEvent): string =>
  'nodeId' in event ? `${(event.path ?? []).join('/')}|${event.nodeId}` : '';

/** What a node left, or why it left nothing; the text of errors lists what there is at the time. */
function leftBy(event: RunEvent): unknown {
  if (event.type === 'node.finished') return event.data.outputs;
  return event.type === 'node.failed' ? event.data.error.code : undefined;
}

const hasEnded = ({ type }: RunEvent): boolean =>
  type === 'node.finished' || type === 'node.failed' || type === 'node.skipped';

/** Ends of nodes with what they left, in no order; a loop's own decisions included. */
const ends = (events: readonly RunEvent[]): string[] =>
  events
    .filter(hasEnded)
    .map((event) => `${placeOf(event)} ${event.type} ${JSON.stringify(leftBy(event))}`)
    .sort();

/** How often each node ended in each place, loops that decide about their rounds left out. */
function timesEnded(events: readonly RunEvent[]): number[] {
  const times = new Map<string, number>();
  for (const event of events.filter(hasEnded)) {
    if ('path' in event && event.path?.at(-2) === event.nodeId) continue;
    times.set(placeOf(event), (times.get(placeOf(event)) ?? 0) + 1);
  }
  return [...times.values()];
}

const processes = fc.array(
  fc.record({ lives: fc.integer({ min: 1, max: 40 }), lazy: fc.integer({ min: 1, max: 8 }) }),
  {
    maxLength: 4,
  },
);

describe('any flow with containers', () => {
  const inputs = RANDOM_FLOW_INPUTS;

  it('goes on from any point of its journal to the same end', async () => {
    const cuts = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(randomNestedFlow, cuts, async (document, cut) => {
        const whole = await run(document, { inputs });
        const kept = whole.events.slice(0, Math.max(1, Math.floor(whole.events.length * cut)));
        if (kept.at(-1)?.type === 'run.finished') return;
        const resumed = await run(document, { inputs, resumeFrom: kept, repeatsWrites: true });
        const all = [...kept, ...resumed.events];
        expect(resumed.result.status).toBe(whole.result.status);
        expect(ends(all)).toEqual(ends(whole.events));
        expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
      }),
      { numRuns: 100 },
    );
  });

  it('ends as if nothing had happened after any number of crashes, and repeats no write unasked', async () => {
    await fc.assert(
      fc.asyncProperty(randomNestedFlow, processes, async (document, lives) => {
        const whole = await run(document, { inputs });
        const crashing = new CrashingRun(document, inputs);
        const result = await crashing.go(lives);
        expect([result.status, result.error]).toEqual([whole.result.status, whole.result.error]);
        expect(ends(crashing.durable)).toEqual(ends(whole.events));
        expect(Math.max(...timesEnded(crashing.durable))).toBe(1);
        expect(crashing.differences).toEqual([]);
        const writes = [...crashing.effects.values()];
        if (crashing.decisions === 0) expect(writes.filter((count) => count !== 1)).toEqual([]);
        expect(Math.max(0, ...writes)).toBeLessThanOrEqual(1 + crashing.decisions);
      }),
      { numRuns: 100 },
    );
  });
});
