import path from 'node:path';
import { EmbeddingCall } from './embedding-call';
import { EmbeddingProcess } from './embedding-process';
import { missingPackage } from './installed-model';
import { localEmbeddingErrors } from './local-embedding-errors';
import { RestartDelay } from './restart-delay';
import { VectorCache } from './vector-cache';

/** The name under which vectors of the local model are kept. */
export const LOCAL_MODEL = 'local-minilm';
/** Numbers of a vector of the local model. */
export const LOCAL_DIMENSIONS = 384;

/** Vectors of the local model, each of length 1. */
export interface LocalEmbeddings {
  /**
   * In the order of the texts. Null for a text that the model does not understand and would call alike to any
   * other: one with nothing in it, one with more than a fifth of its letters not Latin, or of its words unknown.
   */
  readonly vectors: readonly (readonly number[] | null)[];
  readonly model: typeof LOCAL_MODEL;
  readonly dimensions: typeof LOCAL_DIMENSIONS;
}

/** `ok` also before the first use. */
export interface LocalEmbeddingStatus {
  readonly state: 'ok' | 'starting' | 'unavailable';
  readonly reason?: string;
}

/** The embedding model that needs no service: all-MiniLM-L6-v2, for English, in a process of its own. */
export abstract class LocalEmbedding {
  /** @throws EMBEDDING_UNAVAILABLE, or the reason of the signal */
  abstract embed(texts: readonly string[], signal: AbortSignal): Promise<LocalEmbeddings>;
  abstract status(): LocalEmbeddingStatus;
  /** Ends the process; calls that are under way fail. */
  abstract close(): Promise<void>;
}

/** What tests change. */
export interface LocalEmbeddingOptions {
  /** The script of the process. */
  readonly script?: string;
  /** After how long without a call the process ends and its memory is free again. */
  readonly idleMs?: number;
  /** Says what is not installed. */
  readonly findMissing?: () => string | undefined;
}

interface PendingCall {
  readonly call: EmbeddingCall;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const SCRIPT = path.join(__dirname, 'child', 'main.cjs');
const IDLE_MS = 5 * 60_000;

const unavailable = (reason: string): Error => localEmbeddingErrors.EMBEDDING_UNAVAILABLE({ reason });
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class ProcessEmbedding extends LocalEmbedding {
  private readonly cache = new VectorCache();
  private readonly delay = new RestartDelay();
  /** Calls take turns, a step each. */
  private readonly pending = new Set<PendingCall>();
  private process: EmbeddingProcess | undefined;
  private readonly missing: string | undefined;
  private isStarting = false;
  private isWorking = false;
  private isClosed = false;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: Required<LocalEmbeddingOptions>) {
    super();
    this.missing = options.findMissing();
  }

  override async embed(texts: readonly string[], signal: AbortSignal): Promise<LocalEmbeddings> {
    signal.throwIfAborted();
    const call = new EmbeddingCall(texts, this.cache);
    if (!call.isDone) await this.perform(call, signal);
    return { vectors: call.result(), model: LOCAL_MODEL, dimensions: LOCAL_DIMENSIONS };
  }

  override status(): LocalEmbeddingStatus {
    const reason = this.missing ?? this.delay.problem;
    if (reason !== undefined) return { state: 'unavailable', reason };
    return this.isStarting ? { state: 'starting', reason: 'the model is being loaded' } : { state: 'ok' };
  }

  override async close(): Promise<void> {
    this.isClosed = true;
    this.failAll(unavailable('the server is stopping'));
    await this.endProcess();
  }

  private async perform(call: EmbeddingCall, signal: AbortSignal): Promise<void> {
    const obstacle = this.obstacle();
    if (obstacle !== undefined) throw unavailable(obstacle);
    let abort: () => void = () => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const pending: PendingCall = { call, resolve, reject };
        abort = () => {
          this.pending.delete(pending);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', abort, { once: true });
        this.pending.add(pending);
        void this.work();
      });
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Why a call cannot be served now. */
  private obstacle(): string | undefined {
    if (this.isClosed) return 'the server is stopping';
    if (this.missing !== undefined) return this.missing;
    return this.delay.isOver(Date.now()) ? undefined : this.delay.problem;
  }

  /** Serves the calls until none is left; only one of these runs at a time. */
  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    clearTimeout(this.idleTimer);
    try {
      const process = this.process ?? this.startProcess();
      await process.ready;
      this.isStarting = false;
      for (const pending of this.turns()) await this.serve(pending, process);
    } catch (error) {
      await this.process?.gone;
      this.failAll(unavailable(reasonOf(error)));
    } finally {
      this.isWorking = false;
      this.idleTimer = setTimeout(() => void this.endProcess(), this.options.idleMs).unref();
    }
  }

  private *turns(): Generator<PendingCall> {
    for (;;) {
      const [next] = this.pending;
      if (next === undefined) return;
      yield next;
    }
  }

  private async serve(pending: PendingCall, process: EmbeddingProcess): Promise<void> {
    try {
      await pending.call.advance((texts) => process.run(texts));
      this.delay.succeeded();
      // A call that was given up in the meantime is not put back.
      if (this.pending.delete(pending) && !pending.call.isDone) this.pending.add(pending);
      if (pending.call.isDone) pending.resolve();
    } catch (error) {
      if (process.hasEnded) throw error;
      this.pending.delete(pending);
      pending.reject(unavailable(reasonOf(error)));
    }
  }

  private startProcess(): EmbeddingProcess {
    const process = new EmbeddingProcess(this.options.script);
    this.process = process;
    this.isStarting = true;
    void process.gone.then((problem) => {
      if (this.process === process) this.process = undefined;
      this.isStarting = false;
      if (problem !== undefined) this.delay.failed(problem, Date.now());
    });
    return process;
  }

  private async endProcess(): Promise<void> {
    const process = this.process;
    clearTimeout(this.idleTimer);
    this.process = undefined;
    process?.end();
    await process?.gone;
  }

  private failAll(error: Error): void {
    for (const { reject } of this.pending) reject(error);
    this.pending.clear();
  }
}

/** The local model, whose process starts with the first text. */
export const createLocalEmbedding = (options: LocalEmbeddingOptions = {}): LocalEmbedding =>
  new ProcessEmbedding({ script: SCRIPT, idleMs: IDLE_MS, findMissing: missingPackage, ...options });
