import type { Repository } from 'typeorm';
import type { ModelProviderEntity } from './model-provider.entity';
import { ProviderHealthNotes } from './provider-health';

describe('ProviderHealthNotes', () => {
  const written: string[] = [];
  const rows = {
    update: (_where: object, change: { health_status: string; health_error: { code: string } | null }) => {
      written.push(change.health_error?.code ?? change.health_status);
      return Promise.resolve({});
    },
  } as unknown as Repository<ModelProviderEntity>;
  const notes = new ProviderHealthNotes(rows);
  const note = (code?: string): boolean =>
    notes.note({
      workspaceId: 'w',
      providerId: 'p',
      latencyMs: 10,
      ...(code === undefined ? {} : { error: { code, message: code } }),
    });

  it('writes what changes at once, what stays the same seldom, and the last of several', async () => {
    note();
    await notes.flush();
    expect(note()).toBe(false);
    await notes.flush();
    note('PROVIDER_AUTH_FAILED');
    note('UPSTREAM_TIMEOUT');
    await notes.flush();
    expect(written).toEqual(['ok', 'UPSTREAM_TIMEOUT']);
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect(note('UPSTREAM_TIMEOUT')).toBe(true);
    later.mockRestore();
  });

  it('blames no provider for a caller who left or asked for too much', () => {
    expect([note('CANCELLED'), note('CONTEXT_TOO_LONG'), note('MODEL_NOT_CONFIGURED')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
