import { describe, expect, it } from 'vitest';
import { placeProblem } from '../document/frames';
import { moveNodes, resizeNode } from '../document/node-commands';
import { edgesOf, sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { autoLayout } from './auto-layout';
import { CARD } from './card-size';
import { dropNodes } from './drop-nodes';
import { FRAME, frameAt, geometryOf } from './frame-size';
import { keepClear } from './keep-clear';

const flow = sampleFlow(
  ['start:start', 'a', 'each:each', 'each/x', 'each/y', 'after'],
  ['start>a', 'a>each', 'x>y', 'each>after'],
);
const parentOf = (document: typeof flow, id: string): string | undefined =>
  document.nodes.find((node) => node.id === id)?.parent_id;
const placeOf = (document: typeof flow, id: string) =>
  document.nodes.find((node) => node.id === id)?.position;
const drop = (id: string, x: number, y: number, document = flow) =>
  dropNodes(document, sampleCatalogue, new Map([[id, { x, y }]]));

describe('the frame of a container', () => {
  it('is never smaller than what stands inside, whatever people drew', () => {
    const wide = moveNodes(flow, new Map([['y', { x: 600, y: 300 }]]));
    const small = resizeNode(wide, 'each', { width: 10, height: 10 });
    expect(geometryOf(small, sampleCatalogue).sizeOf('each')).toEqual({
      width: 600 + CARD.width + FRAME.right,
      height: 300 + CARD.header + FRAME.bottom,
    });
  });

  it('is as large as people drew it, when that is larger', () => {
    const large = resizeNode(flow, 'each', { width: 2_000, height: 1_000 });
    expect(geometryOf(large, sampleCatalogue).sizeOf('each')).toEqual({ width: 2_000, height: 1_000 });
  });

  it('finds the innermost container under a place', () => {
    const nested = sampleFlow(['out:each', 'out/in:rounds'], []);
    const geometry = geometryOf(nested, sampleCatalogue);
    expect(frameAt(geometry, { x: 100, y: 120 })).toBe('in');
    expect(frameAt(geometry, { x: 5, y: 5 })).toBe('out');
    expect(frameAt(geometry, { x: -5, y: 5 })).toBeUndefined();
  });

  it('pushes its neighbours aside when it grows', () => {
    const grown = resizeNode(flow, 'each', { width: 720, height: 208 });
    const clear = keepClear(flow, grown, sampleCatalogue);
    const shift = 720 - FRAME.minWidth;
    expect(placeOf(clear, 'after')?.x).toBe((placeOf(flow, 'after')?.x ?? 0) + shift);
    expect(placeOf(clear, 'a')).toEqual(placeOf(flow, 'a'));
  });
});

describe('dragging into and out of containers', () => {
  it('takes a node in, counts its place from the frame, and cuts what would cross the border', () => {
    const { document, cutCount } = drop('a', 640 + 64, 96);
    expect(parentOf(document, 'a')).toBe('each');
    expect(placeOf(document, 'a')).toEqual({ x: 64, y: 96 });
    expect(cutCount).toBe(2);
    expect(edgesOf(document)).toEqual(['x>y', 'each>after']);
  });

  it('lets a node out again', () => {
    const { document, cutCount } = drop('x', 32, 800);
    expect(parentOf(document, 'x')).toBeUndefined();
    expect(placeOf(document, 'x')).toEqual({ x: 640 + 32, y: 800 });
    expect(cutCount).toBe(1);
  });

  it('keeps connections between nodes that move together', () => {
    const places = new Map([
      ['x', { x: 32, y: 800 }],
      ['y', { x: 352, y: 800 }],
    ]);
    const { document, cutCount } = dropNodes(flow, sampleCatalogue, places);
    expect(cutCount).toBe(0);
    expect(edgesOf(document)).toContain('x>y');
  });

  it('keeps nodes off the head and the border of the frame', () => {
    expect(placeOf(drop('x', -20, 10).document, 'x')).toEqual({ x: FRAME.left, y: FRAME.top });
  });

  it('leaves a start outside, and says why', () => {
    const { document, problem } = drop('start', 700, 100);
    expect(problem).toBe('start_inside');
    expect(document).toBe(flow);
  });

  it('moves a container with what is inside, never into itself', () => {
    const { document } = drop('each', 700, 40);
    expect(parentOf(document, 'each')).toBeUndefined();
    expect(placeOf(document, 'x')).toEqual(placeOf(flow, 'x'));
  });

  it('lets the way out of a loop stand in loops only', () => {
    const loops = sampleFlow(['each:each', 'loop:rounds', 'loop/out:leave'], []);
    const at = (frameId: string | undefined) =>
      placeProblem(loops, sampleCatalogue, { definition: sampleCatalogue.get('leave'), frameId });
    expect([at('loop'), at('each'), at(undefined)]).toEqual([null, 'exit_outside', 'exit_outside']);
    expect(drop('out', 32, 900, loops)).toMatchObject({ document: loops, problem: 'exit_outside' });
  });
});

describe('tidying containers', () => {
  it('orders the inside first, then the frames', () => {
    const tidy = autoLayout(flow, sampleCatalogue, new Set());
    expect(placeOf(tidy, 'x')).toEqual({ x: FRAME.left, y: FRAME.top });
    expect(placeOf(tidy, 'y')?.x).toBeGreaterThanOrEqual(FRAME.left + CARD.width + CARD.gapX / 2);
    const { width } = geometryOf(tidy, sampleCatalogue).sizeOf('each');
    expect(placeOf(tidy, 'after')?.x).toBeGreaterThanOrEqual((placeOf(tidy, 'each')?.x ?? 0) + width);
    expect(autoLayout(tidy, sampleCatalogue, new Set())).toBe(tidy);
  });
});
