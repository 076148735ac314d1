import { createHmac } from 'node:crypto';
import { verifySignature } from './webhook-signature';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const BODY = Buffer.from('{"a": 1}');
const SECRET = 'a signing secret';

const hex = (text: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(text).digest('hex');
const timed = (t: number, body = BODY.toString()): string => `t=${t},v1=${hex(`${t}.${body}`)}`;
const seconds = Math.floor(NOW / 1000);

const verify = ({ heddle, hub }: { heddle?: string; hub?: string }) =>
  verifySignature({ heddleHeader: heddle, hubHeader: hub, body: BODY }, SECRET, NOW);

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the signature of a webhook', () => {
  it.each([0, -299, 300])('is good %d s from now, and is remembered until it is stale for certain', (age) => {
    const { expiresAtMs } = verify({ heddle: timed(seconds + age) });
    expect(expiresAtMs).toBe((seconds + age + 600) * 1000);
  });

  it.each([-301, 301, -86_400])('is stale %d s from now', (age) => {
    expect(codeOf(() => verify({ heddle: timed(seconds + age) }))).toBe('WEBHOOK_STALE');
  });

  it('may be one of several while a secret is changed, in any case and order', () => {
    const right = hex(`${seconds}.${BODY.toString()}`).toUpperCase();
    const heddle = `v1=${'0'.repeat(64)}, t=${seconds} , v1=${right}`;
    expect(verify({ heddle }).digest.toString('hex')).toBe(right.toLowerCase());
  });

  it.each<[string, { heddle?: string; hub?: string }]>([
    ['none', {}],
    ['one of another body', { heddle: timed(seconds, '{"a": 2}') }],
    ['a time that was changed', { heddle: timed(seconds).replace(`t=${seconds}`, `t=${seconds + 1}`) }],
    ['an old one whose time was changed', { heddle: timed(seconds - 900).replace(/t=\d+/, `t=${seconds}`) }],
    ['two times', { heddle: `t=${seconds - 900},${timed(seconds)}` }],
    ['no time', { heddle: `v1=${hex(BODY.toString())}` }],
    ['half a signature', { heddle: timed(seconds).slice(0, -2) }],
    ['nothing but noise', { heddle: '=,,==,t,v1' }],
    ['one of another secret', { hub: `sha256=${hex(BODY.toString(), 'another')}` }],
    ['the wrong kind of hash', { hub: `sha1=${hex(BODY.toString())}` }],
    [
      'a good plain one beside a wrong timed one',
      { heddle: 't=1,v1=0', hub: `sha256=${hex(BODY.toString())}` },
    ],
  ])('is refused when there is %s', (_what, headers) => {
    expect(codeOf(() => verify(headers))).toBe('WEBHOOK_SIGNATURE');
  });

  it('may be written as GitHub does', () => {
    expect(verify({ hub: `sha256=${hex(BODY.toString())}` }).digest).toHaveLength(32);
  });
});
