import pino from 'pino';
import { MemoryEventBus } from './memory-event-bus';

describe('MemoryEventBus', () => {
  const bus = new MemoryEventBus(pino({ level: 'silent' }));

  it('reaches every listener of a channel and no other', () => {
    const seen: unknown[] = [];
    const leave = [
      bus.subscribe('a', (payload) => seen.push(['first', payload])),
      bus.subscribe('a', (payload) => seen.push(['second', payload])),
      bus.subscribe('b', (payload) => seen.push(['other', payload])),
    ];
    bus.publish('a', { seq: 1 });
    expect(seen).toEqual([
      ['first', { seq: 1 }],
      ['second', { seq: 1 }],
    ]);
    leave.forEach((stop) => stop());
  });

  it('keeps a listener that throws from the others', () => {
    const seen: unknown[] = [];
    const leave = [
      bus.subscribe('a', () => {
        throw new Error('broken listener');
      }),
      bus.subscribe('a', (payload) => seen.push(payload)),
    ];
    bus.publish('a', 1);
    expect(seen).toEqual([1]);
    leave.forEach((stop) => stop());
  });

  it('forgets a channel with its last listener', () => {
    const stop = bus.subscribe('a', () => undefined);
    expect(bus.hasListeners('a')).toBe(true);
    stop();
    stop();
    expect(bus.hasListeners('a')).toBe(false);
  });
});
