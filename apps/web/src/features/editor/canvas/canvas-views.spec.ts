import { describe, expect, it } from 'vitest';
import { moveNodes, renameNode, setEnvelope, updateConfig } from '../document/node-commands';
import { applyRunEvents, idleRun, type NodeRun } from '../run/run-state';
import { sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { createCanvasViews, edgeFateOf, type CanvasSource } from './canvas-views';

const flow = sampleFlow(['start:start', 'q:choice', 'a', 'b'], ['start>q', 'q.a>a', 'q.else>b']);
const source = (change: Partial<CanvasSource> = {}): CanvasSource => ({
  document: flow,
  catalogue: sampleCatalogue,
  runs: new Map(),
  progress: new Map(),
  issues: new Map(),
  language: 'en',
  ...change,
});
const finished = (nodeId: string, handle = 'source'): NodeRun => {
  const event = { run_id: 'r', at: 0, node_id: nodeId, attempt: 1 };
  const state = applyRunEvents(idleRun, [
    { ...event, type: 'node.started', seq: 1, data: {} },
    { ...event, type: 'node.finished', seq: 2, data: { outputs: {}, handle, elapsed_ms: 5 } },
  ]);
  const run = state.byNode.get(nodeId);
  if (!run) throw new Error('the run has no such node');
  return run;
};

describe('canvas views', () => {
  it('redraws the card that changed and no other', () => {
    const views = createCanvasViews();
    views.update(source());
    const [before, beside] = [views.nodeView('a').value, views.nodeView('b').value];
    views.update(source({ document: renameNode(flow, 'a', 'Other') }));
    expect(views.nodeView('a').value).not.toBe(before);
    expect(views.nodeView('a').value?.title).toBe('Other');
    expect(views.nodeView('b').value).toBe(beside);
  });

  it('shows what a node does in a run, and what is wrong with it', () => {
    const views = createCanvasViews();
    const issues = new Map([['a', { errors: 2, warnings: 1 }]]);
    views.update(source({ runs: new Map([['a', finished('a')]]), issues }));
    expect(views.nodeView('a').value).toMatchObject({
      status: 'succeeded',
      elapsedMs: 5,
      issues: { errors: 2, warnings: 1 },
    });
  });

  it('gives a row to each way out of a branch, and to the error branch of any node', () => {
    const withError = setEnvelope(updateConfig(flow, 'q', { path: ['cases'], value: ['x', 'y'] }), 'a', {
      on_error: 'branch',
    });
    const views = createCanvasViews();
    views.update(source({ document: withError }));
    expect(views.nodeView('q').value?.rows.map(({ handle }) => handle)).toEqual(['x', 'y', 'else']);
    expect(views.nodeView('q').value?.mainHandle).toBeNull();
    expect(views.nodeView('a').value).toMatchObject({ mainHandle: 'source', rows: [{ isError: true }] });
  });

  it('shows a type that is not installed as a plain box with its name', () => {
    const foreign = sampleFlow(['x:unheard_of'], []);
    const views = createCanvasViews();
    views.update(source({ document: foreign }));
    expect(views.nodeView('x').value).toMatchObject({ typeTitle: 'unheard_of', icon: 'box', hasEntry: true });
  });

  it('does not change a card that was only moved within the same node', () => {
    const moved = moveNodes(flow, new Map([['a', { x: 1, y: 2 }]]));
    const views = createCanvasViews();
    views.update(source());
    const size = views.nodeView('a').value?.size;
    views.update(source({ document: moved }));
    expect(views.nodeView('a').value?.size).toEqual(size);
  });
});

describe('the fate of a connection', () => {
  const [, toA, toB] = flow.edges;
  const runs = new Map([['q', finished('q', 'a')]]);

  it('tells the way taken from the others', () => {
    if (!toA || !toB) throw new Error('the sample has edges');
    expect(edgeFateOf(toA, runs)).toBe('taken');
    expect(edgeFateOf(toB, runs)).toBe('untaken');
    expect(edgeFateOf(toA, new Map())).toBe('idle');
  });

  it('moves only while the node behind it runs', () => {
    if (!toA) throw new Error('the sample has edges');
    const running: NodeRun = { ...finished('a'), status: 'running' };
    expect(edgeFateOf(toA, new Map([...runs, ['a', running]]))).toBe('active');
  });
});
