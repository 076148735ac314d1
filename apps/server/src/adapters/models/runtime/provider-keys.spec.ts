import { fakeClock } from '@heddle/testing';
import {
  asking,
  askImpatiently,
  collect,
  never,
  targetAt,
  useModels,
} from '../../../../test/support/models/model-harness';
import { modelErrors, rateLimited } from '../failures/model-errors';
import { ProviderKeys } from './provider-keys';

const KEYS = ['key-number-one', 'key-number-two', 'key-number-three'];
const target = targetAt('https://models.example.com/v1', { apiKeys: KEYS });
const refused = rateLimited({ message: 'no', isRetryable: true });
const wrong = modelErrors.PROVIDER_AUTH_FAILED({ provider: 'Acme', reason: 'no' });

describe('ProviderKeys', () => {
  it('takes the least busy key, of equals the one used longest ago', () => {
    const keys = new ProviderKeys(fakeClock());
    const [a, b, c] = [keys.lease(target), keys.lease(target), keys.lease(target)];
    expect([a.key, b.key, c.key]).toEqual(KEYS);
    b.release();
    expect(keys.lease(target).key).toBe(KEYS[1]);
    a.release();
    c.release();
    expect([keys.lease(target).key, keys.lease(target).key]).toEqual([KEYS[0], KEYS[2]]);
  });

  it('lets a refused key rest: as long as asked, else 20 s, and five minutes for one that is wrong', () => {
    const clock = fakeClock();
    const keys = new ProviderKeys(clock);
    keys
      .lease(target)
      .release(rateLimited({ message: '', isRetryable: true, details: { retry_after_ms: 5_000 } }));
    keys.lease(target).release(refused);
    keys.lease(target).release(wrong);
    const order = (): string[] =>
      KEYS.map(() => {
        const lease = keys.lease(target);
        lease.release();
        return lease.key;
      });
    expect(keys.areResting(target)).toBe(true);
    expect(order()).toEqual([KEYS[0], KEYS[0], KEYS[0]]);
    clock.advance(5_000);
    expect(keys.areResting(target)).toBe(false);
    clock.advance(15_000);
    expect(new Set(order())).toEqual(new Set([KEYS[0], KEYS[1]]));
    clock.advance(280_000);
    expect(keys.lease(target).key).toBe(KEYS[2]);
  });

  it('does not mind other failures, nor providers without keys', () => {
    const keys = new ProviderKeys(fakeClock());
    keys.lease(target).release(new Error('reset'));
    expect(keys.lease(target).key).toBe(KEYS[1]);
    const open = targetAt('http://127.0.0.1:1/v1', { apiKeys: [] });
    keys.lease(open).release(refused);
    expect([keys.lease(open).key, keys.areResting(open)]).toEqual(['', false]);
  });
});

describe('several keys of a model', () => {
  const models = useModels();
  const { server } = models;
  const shared = () => targetAt(server.baseURL, { apiKeys: KEYS });
  const keysUsed = () => server.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

  it('share the load', async () => {
    const { chat } = models.ports([shared()]);
    await Promise.all(KEYS.map(() => collect(chat.stream(asking('hi'), never))));
    expect(keysUsed().sort()).toEqual([...KEYS].sort());
  });

  it.each([401, 429])('step in for one that is refused with %i, at once', async (status) => {
    const content = `[[error:${status} times=1]][[reply:ok]]`;
    const { text, waits } = await askImpatiently(models, asking(content), [shared()]);
    expect([text, waits, keysUsed()]).toEqual(['ok', [], KEYS.slice(0, 2)]);
  });

  it('are each tried once when all are wrong', async () => {
    const { error } = await askImpatiently(models, asking('[[error:401]]'), [shared()]);
    expect(error).toMatchObject({ code: 'PROVIDER_AUTH_FAILED' });
    expect(keysUsed()).toEqual(KEYS);
  });
});
