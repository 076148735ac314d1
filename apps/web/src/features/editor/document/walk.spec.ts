import { describe, expect, it } from 'vitest';
import { sampleFlow } from '../testing/sample-flow';
import { moveNodes } from './node-commands';
import { nextNode } from './walk';

const flow = moveNodes(
  sampleFlow(['a', 'b', 'c', 'd'], ['a>b', 'b>d']),
  new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 320, y: 200 }],
    ['c', { x: 320, y: 0 }],
    ['d', { x: 640, y: 200 }],
  ]),
);

describe('walking the canvas by arrow keys', () => {
  it('follows connections sideways, even past a nearer node', () => {
    expect(nextNode(flow, 'a', 'right')).toBe('b');
    expect(nextNode(flow, 'd', 'left')).toBe('b');
  });

  it('goes to the nearest node where no connection leads', () => {
    expect(nextNode(flow, 'c', 'left')).toBe('a');
    expect(nextNode(flow, 'b', 'up')).toBe('c');
    expect(nextNode(flow, 'c', 'down')).toBe('b');
  });

  it('stays where there is nothing', () => {
    expect(nextNode(flow, 'd', 'right')).toBeNull();
    expect(nextNode(flow, 'gone', 'up')).toBeNull();
  });
});
