import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { OWNER } from '../../support/test-server';
import { TestClient } from '../../support/test-client';
import type { Fault } from './fault-points';

const ROOT = path.resolve(__dirname, '../../../../..');
const LOADER = path.join(__dirname, 'load-sources.cjs');
const MAIN = path.join(__dirname, 'server-main.ts');
const SECRET_KEY = Buffer.from('a test key with 32 bytes exactly').toString('base64');

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly anonymous: TestClient;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly isAlive: boolean;
  /** Signs in as the owner. */
  login(): Promise<TestClient>;
  /** SIGKILL: it gets no chance to do anything about it. */
  kill(): Promise<void>;
}

/** How a server process is started. */
export interface ServerProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Where it ends by itself. */
  readonly fault?: Fault;
}

interface Ready {
  readonly url: string;
}

async function readyOf(child: ChildProcess): Promise<Ready> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [first] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The server ended before it was ready:\n${said}`);
    }),
  ]);
  return first as Ready;
}

/** Starts the server from its sources on a free port, and waits until it answers. */
export async function startServerProcess({ env, fault }: ServerProcessOptions): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    ['--require', LOADER, '--conditions', 'heddle-source', MAIN, ...(fault ? [fault] : [])],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: '0',
        HEDDLE_SECRET_KEY: SECRET_KEY,
        HEDDLE_ADMIN_EMAIL: OWNER.email,
        HEDDLE_ADMIN_PASSWORD: OWNER.password,
        LOG_LEVEL: process.env['HEDDLE_TEST_LOG_LEVEL'] ?? 'silent',
        LOG_FORMAT: 'json',
        ...env,
      },
    },
  );
  const ended = once(child, 'exit').then(() => undefined);
  const { url } = await readyOf(child);
  const anonymous = new TestClient(url);
  return {
    url,
    pid: child.pid ?? 0,
    anonymous,
    ended,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    login: async () => {
      const { email, password } = OWNER;
      const { body } = await anonymous.post('/api/auth/login', { email, password });
      return anonymous.as(String(body.token));
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
