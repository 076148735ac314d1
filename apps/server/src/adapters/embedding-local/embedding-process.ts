import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** The vector of a text; null for a text that the model must not embed. */
export type TextVector = Float32Array | null;

type Message =
  | { readonly ready: true }
  | { readonly ready: false; readonly problem: string }
  | { readonly id: number; readonly vectors: TextVector[] }
  | { readonly id: number; readonly problem: string };

interface Waiter<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (problem: Error) => void;
}

const ANSWER_TIMEOUT_MS = 60_000;

/** The child process that holds the model: started when made, asked one thing at a time, and killable. */
export class EmbeddingProcess {
  /** Resolves when the model is loaded; rejects when that fails. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended: with why, or without when it was told to. */
  readonly gone: Promise<string | undefined>;
  hasEnded = false;
  private readonly child: ChildProcess;
  private starting: Waiter<void> | undefined;
  private asked: Waiter<TextVector[]> | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private lastId = 0;
  /** Undefined while it runs, and after it was told to end. */
  private problem: string | undefined;
  private isEnding = false;

  constructor(script: string) {
    this.child = fork(script, [], {
      serialization: 'advanced',
      env: {},
      cwd: path.parse(__dirname).root,
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.ready = new Promise((resolve, reject) => {
      this.starting = { resolve, reject };
    });
    this.ready.catch(() => undefined);
    this.gone = new Promise((resolve) => {
      const end = (problem: string): void => {
        this.onGone(problem);
        resolve(this.problem);
      };
      this.child.once('error', ({ message }) => {
        this.child.kill('SIGKILL');
        end(`its process failed (${message})`);
      });
      this.child.once('exit', (code, signal) => end(`its process ended (${signal ?? `exit code ${code}`})`));
    });
    this.child.on('message', (message) => this.onMessage(message as Message));
    this.watch();
  }

  /**
   * The vectors of a few texts, in their order; the process must be ready and not be asked already. A rejection
   * means these texts only, unless the process is gone.
   */
  run(texts: readonly string[]): Promise<TextVector[]> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      if (this.hasEnded) {
        reject(new Error(this.problem ?? 'its process was ended'));
        return;
      }
      this.asked = { resolve, reject };
      this.watch();
      // A process that cannot be written to is about to be reported as gone.
      this.child.send({ id, texts }, () => undefined);
    });
  }

  /** Ends the process; it keeps nothing that would have to be saved. */
  end(): void {
    this.isEnding = true;
    this.child.kill('SIGKILL');
  }

  private onMessage(message: Message): void {
    clearTimeout(this.watchdog);
    if ('ready' in message) {
      if (message.ready) this.starting?.resolve();
      else this.fail(message.problem);
    } else if (message.id === this.lastId) {
      if ('vectors' in message) this.asked?.resolve(message.vectors);
      else this.asked?.reject(new Error(message.problem));
    }
  }

  private watch(): void {
    const problem = `its process gave no answer within ${ANSWER_TIMEOUT_MS / 1_000} s`;
    this.watchdog = setTimeout(() => this.fail(problem), ANSWER_TIMEOUT_MS).unref();
  }

  private fail(problem: string): void {
    this.problem ??= problem;
    this.child.kill('SIGKILL');
  }

  private onGone(problem: string): void {
    this.hasEnded = true;
    clearTimeout(this.watchdog);
    if (!this.isEnding) this.problem ??= problem;
    const error = new Error(this.problem ?? 'its process was ended');
    this.starting?.reject(error);
    this.asked?.reject(error);
  }
}
