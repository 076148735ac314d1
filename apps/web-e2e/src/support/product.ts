import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The root of the repository. */
export const ROOT = join(__dirname, '../../../..');

/** How the product is started. */
export interface ProductOptions {
  /** Environment variables beside the few that every start needs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Kept after the stop; a new one that goes away with the product when absent. */
  readonly dataDir?: string;
  /** The program, relative to the root: the server as built, unless `npm start`'s own is wanted. */
  readonly program?: string;
}

/** A running product. */
export interface Product {
  readonly url: string;
  readonly process: ChildProcess;
  /** From the start of the process until it is ready. */
  readonly readyMs: number;
  /** What it has printed so far. */
  output(): string;
  /** Waits until it has printed a text. */
  untilPrinted(text: string): Promise<void>;
  /** Ends it the way it is in production; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Ends it the hard way. */
  kill(): Promise<void>;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A folder that goes away with `remove`. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'heddle-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function untilAnswering(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}:\n${output()}`);
    if (performance.now() > deadline) throw new Error(`The product does not answer:\n${output()}`);
    await sleep(25);
  }
}

/** Starts the built product on a free port and waits until it answers. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = options.dataDir === undefined ? temporaryFolder() : undefined;
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(ROOT, options.program ?? 'apps/server/dist/main.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      HEDDLE_DATA_DIR: options.dataDir ?? folder?.path,
      ...options.environment,
    },
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const url = `http://127.0.0.1:${port}`;
  const printed = (): string => output;
  await untilAnswering(`${url}/readyz`, child, printed);

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    folder?.remove();
    return child.exitCode;
  };
  return {
    url,
    process: child,
    readyMs: performance.now() - startedAt,
    output: printed,
    untilPrinted: async (text) => {
      while (!output.includes(text))
        await once(child.stdout, 'data', { signal: AbortSignal.timeout(10_000) });
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
