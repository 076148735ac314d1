import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { effectScope, ref } from 'vue';
import { connection } from './api/connection';
import { useResource } from './use-resource';
import { useTask } from './use-task';

describe('useResource', () => {
  it('loads at once and when its key changes; an overtaken answer is dropped', async () => {
    const scope = effectScope();
    const key = ref('a');
    const pending = new Map<string, (value: string) => void>();
    const signals: AbortSignal[] = [];
    const resource = scope.run(() =>
      useResource(
        () => key.value,
        (wanted, signal) => {
          signals.push(signal);
          return new Promise<string>((resolve) => pending.set(wanted, resolve));
        },
      ),
    );
    key.value = 'b';
    await flushPromises();
    pending.get('b')?.('B');
    pending.get('a')?.('A');
    await flushPromises();
    expect(resource?.data.value).toBe('B');
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    expect(resource?.isLoading.value).toBe(false);
    scope.stop();
    expect(signals[1]?.aborted).toBe(true);
  });

  it('keeps the last answer beside the error of a reload', async () => {
    const scope = effectScope();
    const load = vi.fn(async () => 'first');
    const resource = scope.run(() => useResource(() => 1, load));
    await flushPromises();
    load.mockRejectedValueOnce(new Error('gone'));
    await resource?.reload();
    expect(resource?.data.value).toBe('first');
    expect(resource?.error.value).toBeInstanceOf(Error);
    scope.stop();
  });

  it('loads what failed again when the server comes back', async () => {
    const scope = effectScope();
    const load = vi.fn(async () => 'there');
    load.mockRejectedValueOnce(new Error('gone'));
    connection.failed();
    const resource = scope.run(() => useResource(() => 1, load));
    await flushPromises();
    expect(resource?.data.value).toBeUndefined();
    connection.succeeded();
    await flushPromises();
    expect(resource?.data.value).toBe('there');
    scope.stop();
  });
});

describe('useTask', () => {
  it('runs once at a time and says how it went', async () => {
    let finish: () => void = () => undefined;
    const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const task = useTask(work);
    const first = task.run();
    expect(task.isBusy.value).toBe(true);
    expect(await task.run()).toBe(false);
    finish();
    expect(await first).toBe(true);
    expect(work).toHaveBeenCalledOnce();
    work.mockRejectedValueOnce(new Error('no'));
    expect(await task.run()).toBe(false);
    expect(task.error.value).toBeInstanceOf(Error);
  });
});
