import type { Json } from '@heddle/model';
import type { Logger } from 'pino';
import { EventBus, type BusListener } from './event-bus';

/** The bus within one process: listeners are called before `publish` returns. */
export class MemoryEventBus extends EventBus {
  private readonly listeners = new Map<string, Set<BusListener>>();

  constructor(private readonly logger: Logger) {
    super();
  }

  override publish(channel: string, payload: Json): void {
    for (const listener of [...(this.listeners.get(channel) ?? [])]) {
      try {
        listener(payload);
      } catch (error) {
        this.logger.error({ err: error, channel }, 'A listener of the event bus failed');
      }
    }
  }

  override subscribe(channel: string, listener: BusListener): () => void {
    const listeners = this.listeners.get(channel) ?? new Set();
    listeners.add(listener);
    this.listeners.set(channel, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(channel) === listeners) this.listeners.delete(channel);
    };
  }

  /** Whether anybody in this process listens to a channel. */
  hasListeners(channel: string): boolean {
    return this.listeners.has(channel);
  }
}
