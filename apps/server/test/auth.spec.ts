import { DataSource } from 'typeorm';
import { OWNER, createTestServer, type TestServer } from './support/test-server';
import type { TestClient } from './support/test-client';

const cookieOf = (headers: Headers): string => headers.get('set-cookie') ?? '';

describe('first setup', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('says that an owner is needed, makes one and then refuses another', async () => {
    const { anonymous } = server;
    expect((await anonymous.get('/api/auth/setup')).body).toEqual({ needed: true });

    const made = await anonymous.post('/api/auth/setup', OWNER);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      token: expect.stringMatching(/^hds_/),
      user: {
        id: expect.any(String),
        email: OWNER.email,
        name: OWNER.name,
        role: 'owner',
        workspace_id: expect.any(String),
      },
    });
    expect(cookieOf(made.headers)).toMatch(
      /^heddle_session=hds_[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    );

    expect((await anonymous.get('/api/auth/setup')).body).toEqual({ needed: false });
    const again = await anonymous.post('/api/auth/setup', { ...OWNER, email: 'second@example.com' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'SETUP_DONE', request_id: expect.any(String) });
  });
});

describe('two setups at once', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('makes one owner', async () => {
    const bodies = ['a', 'b', 'c'].map((name) => ({ ...OWNER, email: `${name}@example.com` }));
    const answers = await Promise.all(bodies.map((body) => server.anonymous.post('/api/auth/setup', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('sessions', () => {
  let server: TestServer;
  let owner: TestClient;

  beforeAll(async () => {
    server = await createTestServer();
    owner = await server.setup();
  });
  afterAll(() => server.close());

  it('signs in with e-mail in any case and gives the account', async () => {
    const answer = await server.anonymous.post('/api/auth/login/', {
      email: 'OWNER@Example.com',
      password: OWNER.password,
    });
    expect(answer.status).toBe(200);
    const me = await owner.as(answer.body.token).get('/api/auth/me');
    expect(me.body).toEqual(answer.body.user);
  });

  it('accepts the cookie in place of a token', async () => {
    const { headers } = await server.anonymous.post('/api/auth/login', {
      email: OWNER.email,
      password: OWNER.password,
    });
    const cookie = cookieOf(headers).split(';', 1)[0] ?? '';
    expect((await server.anonymous.get('/api/auth/me', { headers: { cookie } })).status).toBe(200);
  });

  it('refuses a change that another site asks for with the cookie', async () => {
    const { headers } = await server.anonymous.post('/api/auth/login', {
      email: OWNER.email,
      password: OWNER.password,
    });
    const cookie = cookieOf(headers).split(';', 1)[0] ?? '';
    const body = { name: 'Mine' };
    const from = (origin: Record<string, string>) =>
      server.anonymous.post('/api/workspaces', body, { headers: { cookie, ...origin } });
    for (const origin of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await from(origin as Record<string, string>);
      expect([refused.status, refused.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    }
    expect((await from({ origin: server.url })).status).toBe(201);
    // What a browser says of its own page, behind a proxy that changes the host.
    const behindProxy = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' };
    expect((await from(behindProxy)).status).toBe(201);
  });

  it('refuses a login that another site asks for', async () => {
    const body = { email: OWNER.email, password: OWNER.password };
    const answer = await server.anonymous.post('/api/auth/login', body, {
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.body.code).toBe('ORIGIN_NOT_ALLOWED');
  });

  it.each([
    ['forged', `hds_${'A'.repeat(43)}`],
    ['of another form', 'app-1-secret'],
    ['signed', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('answers a token that is %s with the same refusal', async (_, token) => {
    const answer = await server.anonymous.as(token).get('/api/auth/me');
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'AUTH_INVALID', message: 'the session or token is not valid' });
  });

  it('asks for credentials where there are none', async () => {
    const answer = await server.anonymous.get('/api/auth/me');
    expect([answer.status, answer.body.code]).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('ends at logout', async () => {
    const client = await server.login(OWNER.email, OWNER.password);
    const answer = await client.post('/api/auth/logout');
    expect(answer.status).toBe(204);
    expect(cookieOf(answer.headers)).toContain('Max-Age=0');
    expect((await client.get('/api/auth/me')).body.code).toBe('AUTH_INVALID');
    expect((await owner.get('/api/auth/me')).status).toBe(200);
  });

  it('keeps only hashes of tokens', async () => {
    const rows: unknown[] = await server.app.get(DataSource).query('SELECT * FROM auth_sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(owner.token?.slice(4));
  });

  it('keeps passwords as argon2id with the parameters of OWASP', async () => {
    const [row] = await server.app.get(DataSource).query<{ password_hash: string }[]>('SELECT * FROM users');
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('says the same of a wrong password and an unknown account', async () => {
    const wrong = await server.anonymous.post('/api/auth/login', {
      email: OWNER.email,
      password: 'wrong one',
    });
    const unknown = await server.anonymous.post('/api/auth/login', {
      email: 'nobody@example.com',
      password: 'x',
    });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.message).toBe(unknown.body.message);
    expect(wrong.body.code).toBe('AUTH_INVALID');
  });

  it('stops a flood of wrong passwords, also a parallel one, and says when to come back', async () => {
    const body = { email: 'target@example.com', password: 'guess' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => server.anonymous.post('/api/auth/login', body)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(30);
    expect(limited[0]?.body.code).toBe('RATE_LIMITED');
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not count right logins', async () => {
    for (let count = 0; count < 15; count += 1) await server.login(OWNER.email, OWNER.password);
  });

  it('ends every other session when the password changes', async () => {
    const other = await server.login(OWNER.email, OWNER.password);
    const wrong = await owner.post('/api/auth/password', {
      current_password: 'no',
      new_password: 'long enough',
    });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'PASSWORD_WRONG']);

    const body = { current_password: OWNER.password, new_password: 'a new long password' };
    expect((await owner.post('/api/auth/password', body)).status).toBe(204);
    expect((await other.get('/api/auth/me')).body.code).toBe('AUTH_INVALID');
    expect((await owner.get('/api/auth/me')).status).toBe(200);
    await expect(server.login(OWNER.email, body.new_password)).resolves.toBeDefined();
  });
});

describe('owner and address from the environment', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await createTestServer({
      env: {
        HEDDLE_ADMIN_EMAIL: 'Boss@Example.com',
        HEDDLE_ADMIN_PASSWORD: 'from the environment',
        HEDDLE_PUBLIC_URL: 'https://heddle.example',
      },
    });
  });
  afterAll(() => server.close());

  it('exists after the first boot', async () => {
    expect((await server.anonymous.get('/api/auth/setup')).body).toEqual({ needed: false });
    const client = await server.login('boss@example.com', 'from the environment');
    expect((await client.get('/api/auth/me')).body).toMatchObject({
      email: 'boss@example.com',
      role: 'owner',
    });
  });

  it('gets a cookie that is bound to the https address', async () => {
    const body = { email: 'boss@example.com', password: 'from the environment' };
    const headers = { origin: 'https://heddle.example' };
    const answer = await server.anonymous.post('/api/auth/login', body, { headers });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer.headers)).toMatch(
      /^__Host-heddle=hds_.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});
