import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { CircuitBreaker } from './circuit-breaker';

const COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_RECONNECT_MS = 2_000;
const WARNING_EVERY_MS = 60_000;

const reconnectAfter = (attempt: number): number => Math.min(attempt * 100, LONGEST_RECONNECT_MS);

/** Commands fail fast: whatever Redis does for us, there is another way or no need. */
const COMMAND_OPTIONS: RedisOptions = {
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  retryStrategy: reconnectAfter,
};

/** A subscriber only waits: it gets its subscriptions back after every reconnect. */
const SUBSCRIBER_OPTIONS: RedisOptions = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  maxRetriesPerRequest: null,
  enableOfflineQueue: true,
  // The check asks with a command that subscribers may not send.
  enableReadyCheck: false,
  autoResubscribe: true,
  retryStrategy: reconnectAfter,
};

/** The connections to Redis, which may be lost at any time without more than a warning a minute. */
export class RedisLink {
  readonly client: Redis;
  readonly subscriber: Redis;
  private readonly breaker = new CircuitBreaker();
  private lastWarning = -Infinity;

  constructor(
    url: string,
    private readonly logger: Logger,
  ) {
    this.client = new Redis(url, COMMAND_OPTIONS);
    this.subscriber = new Redis(url, SUBSCRIBER_OPTIONS);
    for (const connection of [this.client, this.subscriber]) {
      connection.on('error', (error: Error) => this.warn(error));
    }
  }

  /** Waits a moment for the first connection, so that a start beside a healthy Redis begins with it. */
  async settle(): Promise<void> {
    if (this.client.status === 'ready') return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CONNECT_TIMEOUT_MS);
      this.client.once('ready', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Asks Redis; undefined when it does not answer in time, or did not lately. */
  async attempt<T>(work: (client: Redis) => Promise<T>): Promise<{ readonly value: T } | undefined> {
    try {
      return { value: await this.breaker.call(() => work(this.client)) };
    } catch (error) {
      this.warn(error);
      return undefined;
    }
  }

  close(): void {
    this.client.disconnect();
    this.subscriber.disconnect();
  }

  private warn(error: unknown): void {
    const now = performance.now();
    if (now - this.lastWarning < WARNING_EVERY_MS) return;
    this.lastWarning = now;
    this.logger.warn({ err: error }, 'Redis does not answer; going on without it');
  }
}
