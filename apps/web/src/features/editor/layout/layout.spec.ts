import type { FlowDocument } from '@heddle/model';
import { describe, expect, it } from 'vitest';
import { moveNodes, type Point } from '../document/node-commands';
import { sampleCatalogue, sampleFlow } from '../testing/sample-flow';
import { autoLayout } from './auto-layout';
import { CARD } from './card-size';
import { freePlace } from './free-place';
import { makeRoom } from './make-room';

const placesOf = (document: FlowDocument): Map<string, Point> =>
  new Map(document.nodes.map(({ id, position }) => [id, position]));

describe('auto layout', () => {
  const flow = sampleFlow(['start:start', 'a', 'b', 'c'], ['start>a', 'start>b', 'a>c', 'b>c']);

  it('puts every node right of what leads to it', () => {
    const places = placesOf(autoLayout(flow, sampleCatalogue, new Set()));
    const x = (id: string): number => places.get(id)?.x ?? NaN;
    for (const { source, target } of flow.edges)
      expect(x(target)).toBeGreaterThanOrEqual(x(source) + CARD.width);
    expect(Math.abs((places.get('a')?.y ?? 0) - (places.get('b')?.y ?? 0))).toBeGreaterThanOrEqual(
      CARD.header,
    );
  });

  it('changes nothing the second time', () => {
    const once = autoLayout(flow, sampleCatalogue, new Set());
    expect(autoLayout(once, sampleCatalogue, new Set())).toBe(once);
  });

  it('moves only what is selected when several nodes are', () => {
    const mixed = moveNodes(flow, new Map([['a', { x: 900, y: 900 }]]));
    const moved = placesOf(autoLayout(mixed, sampleCatalogue, new Set(['a', 'c'])));
    for (const id of ['start', 'b']) expect(moved.get(id)).toEqual(placesOf(mixed).get(id));
    expect(moved.get('c')?.x).toBeGreaterThan(moved.get('a')?.x ?? NaN);
  });
});

describe('free places', () => {
  const size = { width: CARD.width, height: 80 };

  it('keeps to the grid', () => {
    expect(freePlace({ x: 7, y: 9 }, size, [])).toEqual({ x: 0, y: 16 });
  });

  it('never covers a card', () => {
    const boxes = [
      { x: 0, y: 0, ...size },
      { x: 0, y: 110, ...size },
    ];
    const place = freePlace({ x: 0, y: 0 }, size, boxes);
    expect(boxes.every((box) => place.y >= box.y + box.height || place.y + size.height <= box.y)).toBe(true);
  });
});

describe('room on a connection', () => {
  it('shifts what comes after, and leaves the rest', () => {
    const flow = sampleFlow(['a', 'b', 'c', 'other'], ['a>b', 'b>c']);
    const [edge] = flow.edges;
    if (!edge) throw new Error('the sample has edges');
    const roomy = makeRoom(flow, sampleCatalogue, { edge, width: CARD.width });
    const shift = CARD.width + CARD.gapX;
    expect(roomy.nodes.map(({ position }) => position.x)).toEqual([0, 320 + shift, 640 + shift, 960]);
    expect(makeRoom(roomy, sampleCatalogue, { edge, width: CARD.width })).toBe(roomy);
  });
});
