import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('connection', () => {
  it('probes ever more rarely until the server answers', async () => {
    let isUp = false;
    const probe = vi.fn(async () => {
      if (!isUp) throw new Error('down');
    });
    const connection = createConnection({ probe, isOnline: () => true });
    connection.failed();
    expect(connection.state.value).toBe('down');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(probe).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(probe).toHaveBeenCalledTimes(1);
    isUp = true;
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.state.value).toBe('ok');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it('tells the device’s own network from the server', () => {
    const connection = createConnection({ probe: async () => undefined, isOnline: () => false });
    connection.failed();
    expect(connection.state.value).toBe('offline');
    connection.succeeded();
    expect(connection.state.value).toBe('ok');
  });
});
