import type { Point } from '../document/node-commands';
import { CARD, snap, type Size } from './card-size';

/** Something that takes up room on the canvas. */
export interface Box extends Point, Size {}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + CARD.grid &&
  b.x < a.x + a.width + CARD.grid &&
  a.y < b.y + b.height + CARD.grid &&
  b.y < a.y + a.height + CARD.grid;

/** Rows tried around a wished place: straight below first, then above, ever further. */
const ATTEMPTS = 40;

/** The place nearest to the wished one where a card covers no other. */
export function freePlace(wished: Point, size: Size, boxes: readonly Box[]): Point {
  const start = snap(wished);
  const step = CARD.grid * 2;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const sign of attempt === 0 ? [0] : [1, -1]) {
      const place = { x: start.x, y: start.y + sign * attempt * step };
      if (!boxes.some((box) => overlaps({ ...place, ...size }, box))) return place;
    }
  }
  return freePlace({ x: start.x + CARD.width + CARD.gapX, y: start.y }, size, boxes);
}

/** Where the node after another one goes when nobody says where. */
export const placeAfter = (box: Box): Point => ({ x: box.x + box.width + CARD.gapX, y: box.y });
