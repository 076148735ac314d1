import { useToast } from '@heddle/ui';
import { flushPromises } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { deleteLater, leavingIds } from './deferred-delete';

const texts = { done: 'Deleted', undo: 'Undo', failed: 'Not deleted' };
const toasts = useToast();
const lastToast = (): number => toasts.items.value.at(-1)?.id ?? -1;

it('deletes once the chance to undo has passed', async () => {
  const remove = vi.fn(async () => undefined);
  deleteLater('a', texts, remove);
  expect(leavingIds.value.has('a')).toBe(true);
  expect(remove).not.toHaveBeenCalled();
  toasts.dismiss(lastToast());
  await flushPromises();
  expect(remove).toHaveBeenCalledOnce();
});

it('brings it back on undo, and nothing is deleted', () => {
  const remove = vi.fn(async () => undefined);
  deleteLater('b', texts, remove);
  toasts.act(lastToast());
  expect(leavingIds.value.has('b')).toBe(false);
  expect(remove).not.toHaveBeenCalled();
});

it('brings it back when the server refuses', async () => {
  deleteLater('c', texts, async () => Promise.reject(new Error('refused')));
  toasts.dismiss(lastToast());
  await flushPromises();
  expect(leavingIds.value.has('c')).toBe(false);
  expect(toasts.items.value.at(-1)?.title).toBe('Not deleted');
});
