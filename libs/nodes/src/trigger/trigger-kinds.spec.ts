import type { Json, JsonObject } from '@heddle/model';
import { runNode } from '@heddle/testing';
import executor from './executor';
import { trigger } from './schema';

const outputNames = (config: JsonObject): string[] =>
  trigger.outputs(trigger.config.parse(config)).map(({ name }) => name);

const issues = (config: JsonObject): unknown[] =>
  (trigger.check?.(trigger.config.parse(config)) ?? []).map(({ code, path }) => [code, path]);

const REQUEST = {
  method: 'POST',
  headers: { 'x-from': 'spec' },
  query: { page: '2', city: 'query' },
  body: { city: 'Bonn' },
};

describe('a trigger of kind webhook', () => {
  it('hands on the request, and finds declared inputs in its body before its query', async () => {
    const inputs: Json = [{ name: 'city' }, { name: 'page', type: 'integer' }, { name: 'toString' }];
    const config = { kind: 'webhook', inputs };
    const run = await runNode(executor, config, { inputs: REQUEST });
    expect(run.outputs).toEqual({ ...REQUEST, city: 'Bonn', page: 2, toString: '' });
    expect(outputNames(config)).toEqual(['method', 'headers', 'query', 'body', 'city', 'page', 'toString']);
  });

  it('takes declared inputs by themselves when a person tries it', async () => {
    const run = await runNode(
      executor,
      { kind: 'webhook', inputs: [{ name: 'city' }] },
      { inputs: { city: 'Bonn' } },
    );
    expect(run.outputs).toEqual({ method: '', headers: {}, query: {}, body: null, city: 'Bonn' });
  });

  it.each<[string, JsonObject, unknown[]]>([
    [
      'an input named as an output of the request',
      { inputs: [{ name: 'body' }] },
      [['NODE_CONFIG_INVALID', 'inputs[0].name']],
    ],
    [
      'a secret that only a run could read',
      { secret: '{{ other.text }}' },
      [['NODE_CONFIG_INVALID', 'secret']],
    ],
    ['a secret that is a list', { secret: ['a'] }, [['NODE_CONFIG_INVALID', 'secret']]],
    ['nothing in a secret of the workspace', { secret: { secret: 'signing' } }, []],
    ['nothing in an environment variable', { secret: '{{ env.signing }}' }, []],
  ])('is checked and finds %s', (_what, config, expected) => {
    expect(issues({ kind: 'webhook', ...config })).toEqual(expected);
  });

  it('answers at once unless it says otherwise', () => {
    expect(trigger.config.parse({ kind: 'webhook' })).toMatchObject({
      method: 'POST',
      response: { mode: 'immediate', status: 200, timeout_seconds: 60 },
    });
  });
});

describe('a trigger of kind schedule', () => {
  const config = { kind: 'schedule', cron: '0 9 * * *', timezone: 'Asia/Shanghai' };

  it('says for which time it runs', async () => {
    const scheduled_at = '2026-12-01T01:00:00.000Z';
    const run = await runNode(executor, config, { inputs: { scheduled_at } });
    expect(run.outputs).toEqual({ scheduled_at, timezone: 'Asia/Shanghai' });
    expect(outputNames({ ...config, inputs: [{ name: 'left_over' }] })).toEqual(['scheduled_at', 'timezone']);
  });

  it.each<[string, JsonObject, unknown[]]>([
    ['no pattern', { cron: '' }, [['NODE_CONFIG_INVALID', 'cron']]],
    ['seconds', { cron: '0 0 9 * * *' }, [['NODE_CONFIG_INVALID', 'cron']]],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, [['NODE_CONFIG_INVALID', 'timezone']]],
    ['nothing in a sound schedule', {}, []],
  ])('is checked and finds %s', (_what, changes, expected) => {
    expect(issues({ ...config, ...changes })).toEqual(expected);
  });
});
