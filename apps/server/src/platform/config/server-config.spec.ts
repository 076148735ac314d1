import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from './environment';
import { loadConfig } from './server-config';

const KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64');
const DATABASE_URL = 'postgres://heddle@db/heddle';

const problemsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    loadConfig({ HEDDLE_SECRET_KEY: KEY, ...variables }, false);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('loadConfig', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heddle-config-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  it('needs no variable at all', () => {
    const config = loadConfig({ HEDDLE_SECRET_KEY: KEY }, false);
    expect(config).toMatchObject({
      http: { host: '127.0.0.1', port: 3000, publicUrl: undefined },
      role: 'all',
      dataDir: path.resolve('data'),
      database: { kind: 'embedded', folder: path.resolve('data/postgres') },
      redisUrl: undefined,
      admin: undefined,
      httpAllow: [],
      log: { level: 'info', format: 'json' },
    });
  });

  it('takes empty variables for absent', () => {
    expect(problemsOf({ DATABASE_URL: '', REDIS_URL: ' ', PORT: '', HEDDLE_ADMIN_EMAIL: '' })).toEqual([]);
  });

  it('makes a key in the data folder once, for its owner only', () => {
    const first = loadConfig({ HEDDLE_DATA_DIR: folder }, false).secretKey;
    expect(first).toHaveLength(32);
    expect(loadConfig({ HEDDLE_DATA_DIR: folder }, false).secretKey).toEqual(first);
    const file = path.join(folder, 'secret.key');
    expect(readFileSync(file, 'utf8').trim()).toBe(first.toString('base64'));
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('leaves the data folder alone when it is given a key', () => {
    const elsewhere = path.join(folder, 'unused');
    loadConfig({ HEDDLE_DATA_DIR: elsewhere, HEDDLE_SECRET_KEY: KEY }, false);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it.each([
    ['short', Buffer.alloc(16, 'ab3x').toString('base64')],
    ['no base64', 'not a key!'],
    ['of one byte', Buffer.alloc(32).toString('base64')],
  ])('refuses a key that is %s and names the variable', (_, key) => {
    expect(problemsOf({ HEDDLE_SECRET_KEY: key })).toEqual([expect.stringContaining('HEDDLE_SECRET_KEY')]);
  });

  it('refuses a real database without a key', () => {
    expect(problemsOf({ DATABASE_URL, HEDDLE_SECRET_KEY: '' })).toEqual([
      expect.stringMatching(/^HEDDLE_SECRET_KEY is required when DATABASE_URL is set/),
    ]);
  });

  it.each(['api', 'worker'])('refuses the role %s without both servers', (role) => {
    expect(problemsOf({ HEDDLE_ROLE: role })).toEqual([
      expect.stringContaining('DATABASE_URL is required'),
      expect.stringContaining('REDIS_URL is required'),
    ]);
    expect(problemsOf({ HEDDLE_ROLE: role, DATABASE_URL, REDIS_URL: 'redis://cache' })).toEqual([]);
  });

  it('reads the keys that only open, and refuses one that is none', () => {
    const other = Buffer.from('vutsrqponmlkjihgfedcba9876543210').toString('base64');
    const config = loadConfig({ HEDDLE_SECRET_KEY: KEY, HEDDLE_SECRET_KEY_PREVIOUS: ` ${other}, ` }, false);
    expect(config.previousSecretKeys).toEqual([Buffer.from(other, 'base64')]);
    expect(problemsOf({ HEDDLE_SECRET_KEY_PREVIOUS: `${other},short` })).toEqual([
      expect.stringMatching(/^HEDDLE_SECRET_KEY_PREVIOUS must be 32 bytes/),
    ]);
  });

  it('refuses a provider key that no header can carry', () => {
    expect(problemsOf({ OPENAI_API_KEY: 'sk-“quoted”' })).toEqual([expect.stringMatching(/^OPENAI_API_KEY/)]);
  });

  it('refuses half an owner', () => {
    expect(problemsOf({ HEDDLE_ADMIN_EMAIL: 'a@example.com' })[0]).toContain('HEDDLE_ADMIN_PASSWORD');
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['REDIS_URL', 'localhost:6379'],
    ['HEDDLE_ROLE', 'boss'],
    ['HEDDLE_PUBLIC_URL', 'heddle.example'],
    ['HEDDLE_ADMIN_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is %s', (name, value) => {
    expect(
      problemsOf({
        HEDDLE_ADMIN_EMAIL: 'a@example.com',
        HEDDLE_ADMIN_PASSWORD: 'long enough',
        [name]: value,
      }),
    ).toEqual([expect.stringContaining(`${name} must`)]);
  });

  it('reads lists and addresses', () => {
    const config = loadConfig(
      {
        HEDDLE_SECRET_KEY: KEY,
        HEDDLE_HTTP_ALLOW: ' 10.0.0.0/8, api.local:8080 ,',
        HEDDLE_PUBLIC_URL: 'https://h.example/',
      },
      true,
    );
    expect(config.httpAllow).toEqual(['10.0.0.0/8', 'api.local:8080']);
    expect(config.http.publicUrl).toBe('https://h.example');
    expect(config.log.format).toBe('pretty');
  });
});
