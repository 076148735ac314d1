import { afterEach, describe, expect, it, vi } from 'vitest';
import { request, whenSignedOut } from './api-client';
import { isApiError, NETWORK_ERROR } from './api-error';
import { connection } from './connection';

function answer(status: number, body: unknown, type = 'application/json'): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(text, { status, headers: { 'content-type': type } })),
  );
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  connection.succeeded();
  whenSignedOut(() => undefined);
});

describe('request', () => {
  it('sends JSON and leaves empty parts of the query out', async () => {
    answer(200, { ok: true });
    await request('/api/things', {
      method: 'POST',
      body: { a: 1 },
      query: { q: '', page: 2, mode: undefined },
    });
    const [url, init] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(url).toBe('/api/things?page=2');
    expect(init?.body).toBe('{"a":1}');
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
  });

  it('throws what the server said', async () => {
    answer(409, { code: 'DRAFT_STALE', message: 'Stale.', details: { hash: 'h' }, request_id: 'r-1' });
    const error = await failure(request('/api/x'));
    expect(isApiError(error, 'DRAFT_STALE')).toBe(true);
    expect(error).toMatchObject({ status: 409, message: 'Stale.', details: { hash: 'h' }, requestId: 'r-1' });
  });

  it('makes an error of a page that a proxy sent', async () => {
    answer(502, '<html>Bad gateway</html>', 'text/html');
    expect(await failure(request('/api/x'))).toMatchObject({ status: 502, code: 'HTTP_502' });
    expect(connection.state.value).toBe('down');
  });

  it('takes a server that is still starting as one that cannot be reached yet', async () => {
    answer(503, { code: 'STARTING', message: 'the server is still starting' });
    expect(await failure(request('/api/x'))).toMatchObject({ code: 'STARTING' });
    expect(connection.state.value).toBe('down');
  });

  it('says that nothing answered', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    );
    expect(isApiError(await failure(request('/api/x')), NETWORK_ERROR)).toBe(true);
    expect(connection.state.value).not.toBe('ok');
  });

  it('lets a given-up request end as such', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new DOMException('gone', 'AbortError'))),
    );
    expect(await failure(request('/api/x'))).toMatchObject({ name: 'AbortError' });
    expect(connection.state.value).toBe('ok');
  });

  it('tells the app once the session is over, unless the request was about signing in', async () => {
    const onSignedOut = vi.fn();
    whenSignedOut(onSignedOut);
    answer(401, { code: 'AUTH_INVALID', message: 'Who?' });
    await failure(request('/api/auth/login', { method: 'POST', isAnonymous: true }));
    expect(onSignedOut).not.toHaveBeenCalled();
    await failure(request('/api/flow/definitions'));
    expect(onSignedOut).toHaveBeenCalledOnce();
  });
});
