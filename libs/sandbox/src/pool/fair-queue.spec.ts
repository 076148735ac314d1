import { FairQueue } from './fair-queue';

describe('FairQueue', () => {
  const always = (): boolean => true;

  it('lets owners take turns and keeps the order of each', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
    for (const item of ['b1', 'b2']) queue.push('b', item);
    const taken = [1, 2, 3, 4, 5, 6].map(() => queue.take(always));
    expect(taken).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', undefined]);
  });

  it('passes over owners that may not run', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    expect(queue.take((owner) => owner !== 'a')).toBe('b1');
    expect(queue.size).toBe(1);
  });

  it('counts what could run', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
    queue.push('b', 'b1');
    expect(queue.eligible(() => 2)).toBe(3);
    expect(queue.eligible((owner) => (owner === 'a' ? -1 : 1))).toBe(1);
  });

  it('removes an item once', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 'a1');
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('a', 'a1')).toBe(false);
    expect(queue.size).toBe(0);
  });
});
