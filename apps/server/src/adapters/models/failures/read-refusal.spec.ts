import { UpstreamRefusal } from '../wire/upstream-refusal';
import { readRefusal } from './read-refusal';

const KEY = 'sk-very-secret-key';
const read = (body: unknown, status?: number, headers?: Headers) =>
  readRefusal(new UpstreamRefusal(status, body, headers), ['other-key-of-it', KEY], 0);

describe('readRefusal', () => {
  it.each([
    ['OpenAI', { error: { message: 'no', type: 't', code: 'c' } }, 'no', 'c'],
    [
      'Anthropic',
      { type: 'error', error: { type: 'overloaded_error', message: 'no' } },
      'no',
      'overloaded_error',
    ],
    [
      'Gemini',
      { error: { code: 429, message: 'no', status: 'RESOURCE_EXHAUSTED' } },
      'no',
      'RESOURCE_EXHAUSTED',
    ],
    ['Gemini in a list', [{ error: { code: 400, message: 'no', status: 'S' } }], 'no', 'S'],
    ['DashScope', { code: 'InvalidApiKey', message: 'no', request_id: 'r' }, 'no', 'InvalidApiKey'],
    ['Ollama', { error: 'no' }, 'no', ''],
    ['FastAPI', { detail: 'no' }, 'no', ''],
    ['plain text', 'no', 'no', ''],
    ['an unknown shape', { reasons: ['a'] }, '{"reasons":["a"]}', ''],
  ])('understands %s', (_server, body, reason, code) => {
    expect(read(body, 400)).toMatchObject({ reason, code });
  });

  it('hides every key, and keeps what is said short', () => {
    const { reason } = read({ error: { message: `${KEY} other-key-of-it ${'x'.repeat(1_000)}` } });
    expect(reason.slice(0, 9)).toBe('*** *** x');
    expect(reason).toHaveLength(500);
  });

  it('finds the wait in the headers, else in the body', () => {
    const details = [
      { '@type': 'x' },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' },
    ];
    const body = { error: { message: 'no', details } };
    expect(read(body, 429).retryAfter).toBe(34_500);
    expect(read(body, 429, new Headers({ 'retry-after': '2' })).retryAfter).toBe(2_000);
    expect(read({ error: { message: 'no' } }, 429).retryAfter).toBeUndefined();
  });

  it('tells pages from words', () => {
    expect(read('<!doctype html><p>Hello').isPage).toBe(true);
    expect(read('The <html> tag is missing').isPage).toBe(false);
  });
});
