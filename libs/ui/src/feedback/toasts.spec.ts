import { describe, expect, it, vi } from 'vitest';
import { createToasts } from './toasts';

describe('toasts', () => {
  it('show three at most; the oldest leaves and is told so', () => {
    const toasts = createToasts();
    const onExpire = vi.fn();
    toasts.info({ title: 'first', onExpire });
    toasts.info('second');
    toasts.info('third');
    expect(onExpire).not.toHaveBeenCalled();
    toasts.info('fourth');
    expect(toasts.items.value.map((toast) => toast.title)).toEqual(['second', 'third', 'fourth']);
    expect(onExpire).toHaveBeenCalledOnce();
  });

  it('do either what the action says or what follows without it, never both', () => {
    const toasts = createToasts();
    const onExpire = vi.fn();
    const onSelect = vi.fn();
    const id = toasts.info({ title: 'Deleted', action: { label: 'Undo', onSelect }, onExpire });
    toasts.act(id);
    toasts.dismiss(id);
    expect(onSelect).toHaveBeenCalledOnce();
    expect(onExpire).not.toHaveBeenCalled();
  });

  it('run the consequence once when they go', () => {
    const toasts = createToasts();
    const onExpire = vi.fn();
    const id = toasts.info({ title: 'Deleted', onExpire });
    toasts.dismiss(id);
    toasts.dismiss(id);
    expect(onExpire).toHaveBeenCalledOnce();
  });
});
