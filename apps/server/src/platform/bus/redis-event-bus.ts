import type { Json } from '@heddle/model';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RedisLink } from '../redis/redis-link';
import { EventBus, type BusListener } from './event-bus';
import { MemoryEventBus } from './memory-event-bus';

const PREFIX = 'heddle:bus:';

const envelopeSchema = z.object({ from: z.string(), payload: z.json() });

/** The bus between processes. Listeners in the publishing process are called directly, with or without Redis. */
export class RedisEventBus extends EventBus {
  private readonly self = randomUUID();
  private readonly local: MemoryEventBus;

  constructor(
    private readonly link: RedisLink,
    private readonly logger: Logger,
  ) {
    super();
    this.local = new MemoryEventBus(logger);
    link.subscriber.on('message', (channel: string, message: string) => this.receive(channel, message));
  }

  override publish(channel: string, payload: Json): void {
    this.local.publish(channel, payload);
    const message = JSON.stringify({ from: this.self, payload });
    void this.link.attempt((client) => client.publish(PREFIX + channel, message));
  }

  override subscribe(channel: string, listener: BusListener): () => void {
    const isFirst = !this.local.hasListeners(channel);
    const leave = this.local.subscribe(channel, listener);
    if (isFirst) this.tell(() => this.link.subscriber.subscribe(PREFIX + channel));
    return () => {
      leave();
      if (!this.local.hasListeners(channel))
        this.tell(() => this.link.subscriber.unsubscribe(PREFIX + channel));
    };
  }

  private tell(work: () => Promise<unknown>): void {
    work().catch((error: unknown) => this.logger.debug({ err: error }, 'A subscription did not reach Redis'));
  }

  private receive(channel: string, message: string): void {
    try {
      const { from, payload } = envelopeSchema.parse(JSON.parse(message));
      if (from !== this.self) this.local.publish(channel.slice(PREFIX.length), payload as Json);
    } catch (error) {
      this.logger.warn({ err: error, channel }, 'A message on the event bus could not be read');
    }
  }
}
