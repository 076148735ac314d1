import type { RunEvent } from '@heddle/model';
import { flow } from '@heddle/testing';
import { LiveEvents } from '../src/stream/live-events';
import { brief, play } from './run-scenario';

const items = (config = {}) =>
  flow()
    .node('s', 'start')
    .node('each', 'each', { over: ['s', 'list'], collect: ['work', 'value'], parallelism: 4, ...config })
    .node('work', 'do', { wait_ms: 40 })
    .settings({ parent_id: 'each' })
    .node('tell', 'say', { parts: ['.'] })
    .settings({ parent_id: 'each' })
    .node('r', 'result', { all: '{{each.output}}' })
    .chain('s', 'each', 'r')
    .edge('work', 'tell')
    .build();

const ofLength = (length: number) => ({ inputs: { list: new Array<number>(length).fill(1) } });

function told(events: readonly RunEvent[]): RunEvent[] {
  const live = new LiveEvents();
  return events.filter((event) => live.tells(event));
}

const inside = (events: readonly RunEvent[]) =>
  events.filter((event) => 'path' in event && event.path && event.type !== 'node.chunked');

const spanMs = (events: readonly RunEvent[]): number => (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0);

describe('what is told of a run while it goes on', () => {
  it('is everything while lists are short', async () => {
    const { events } = await play(items(), ofLength(200));
    expect(told(events)).toEqual(events);
  });

  it('is ten events a second of the items of a long list, and whole items', async () => {
    const { events } = await play(items(), ofLength(600));
    const shown = inside(told(events));
    expect(inside(events)).toHaveLength(2_400);
    expect(spanMs(events)).toBe(6_000);
    expect(shown.length).toBeGreaterThan(40);
    expect(shown.length).toBeLessThanOrEqual(10 * 6);
    const perItem = new Map<string, number>();
    for (const line of brief(shown)) {
      const item = /@each\/\d+/.exec(line)?.[0] ?? '';
      perItem.set(item, (perItem.get(item) ?? 0) + 1);
    }
    expect(new Set(perItem.values())).toEqual(new Set([4]));
  });

  it('leaves out nothing of the answer, and nothing around the list', async () => {
    const { events, result } = await play(items(), ofLength(300));
    const shown = told(events);
    const text = shown.flatMap((event) => (event.type === 'node.chunked' ? [event.data.text] : [])).join('');
    expect(text).toBe(result.answer);
    expect(brief(shown.filter((event) => !('path' in event && event.path)))).toEqual([
      'run started',
      's started',
      's finished',
      'each started',
      'each finished',
      'r started',
      'r finished',
      'run succeeded',
    ]);
    const ends = shown.filter((event) => 'nodeId' in event && event.nodeId === 'each');
    expect(ends.map(({ data }) => data)).toMatchObject([{ frames: 300 }, { frames: 300 }]);
  });

  it('counts the items of short lists within long ones', async () => {
    const document = flow()
      .node('s', 'start')
      .node('rows', 'each', { over: ['s', 'list'], collect: ['cells', 'output'] })
      .node('cells', 'each', { over: ['s', 'cells'], collect: ['work', 'value'] })
      .settings({ parent_id: 'rows' })
      .node('work', 'do', { wait_ms: 1 })
      .settings({ parent_id: 'cells' })
      .chain('s', 'rows')
      .build();
    const inputs = { list: new Array<number>(201).fill(1), cells: [1, 2, 3] };
    const { events } = await play(document, { inputs });
    expect(inside(told(events)).length).toBeLessThanOrEqual(10);
  });

  it('goes on telling the rounds of a loop, of which nobody knows how many there will be', async () => {
    const document = flow()
      .node('s', 'start')
      .node('loop', 'repeat', { rounds: 300 })
      .node('work', 'do', { wait_ms: 40 })
      .settings({ parent_id: 'loop' })
      .chain('s', 'loop')
      .build();
    const { events } = await play(document);
    const rounds = new Set(inside(told(events)).map((event) => ('path' in event ? event.path?.[1] : -1)));
    expect([...rounds].slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, index) => index));
    expect(rounds.size).toBeGreaterThan(210);
    expect(rounds.size).toBeLessThan(225);
  });

  it('is bounded as well for somebody who comes late and does not know how long the list is', async () => {
    const { events } = await play(items(), ofLength(600));
    const live = new LiveEvents();
    const late = events.slice(2_000).filter((event) => live.tells(event));
    expect(inside(late).length).toBeLessThan(35);
  });
});
