import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';

/** Text that may wait for a slow reader before the stream stops taking more. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** How long a reader may take nothing at all. */
const STALLED_MS = 30_000;

/** How a stream keeps proxies and readers from giving up. */
export interface EventStreamOptions {
  readonly heartbeat: string;
  readonly heartbeatMs: number;
}

/**
 * An answer of server-sent events. Writing waits for slow readers, so that what they do not take stays where it came
 * from instead of in a buffer of its own; one that takes nothing for too long is let go.
 */
export class EventStream {
  private readonly response: ServerResponse;
  private readonly gone = new AbortController();
  private readonly heart: NodeJS.Timeout;

  constructor(reply: FastifyReply, { heartbeat, heartbeatMs }: EventStreamOptions) {
    this.response = reply.raw;
    reply.hijack();
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    };
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) this.response.setHeader(name, value);
    // The request's own `close` does not come once its body was read.
    this.response.on('close', () => this.leave());
    this.response.on('error', () => this.leave());
    if (this.response.destroyed) this.leave();
    else this.response.writeHead(200).flushHeaders();
    this.heart = setInterval(() => {
      if (this.response.writableLength === 0) this.response.write(heartbeat);
    }, heartbeatMs).unref();
  }

  /** Aborted when the reader has left, or was let go. */
  get closed(): AbortSignal {
    return this.gone.signal;
  }

  /** Writes text; resolves when there is room for more. */
  async write(text: string): Promise<void> {
    if (this.gone.signal.aborted || text === '') return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES) await this.drained();
  }

  /** Ends the stream after everything written so far. */
  end(): void {
    clearInterval(this.heart);
    if (!this.response.writableEnded) this.response.end();
  }

  private leave(): void {
    clearInterval(this.heart);
    this.gone.abort();
  }

  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const stalled = setTimeout(() => this.response.destroy(), STALLED_MS);
      const done = (): void => {
        clearTimeout(stalled);
        this.response.off('drain', done);
        this.gone.signal.removeEventListener('abort', done);
        resolve();
      };
      this.response.on('drain', done);
      this.gone.signal.addEventListener('abort', done);
    });
  }
}
