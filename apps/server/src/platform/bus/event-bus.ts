import type { Json } from '@heddle/model';

/** Called with each message of a channel; one that throws does not keep others from it. */
export type BusListener = (payload: Json) => void;

/**
 * Tells other requests, and other processes, that something happened. Messages are wake-ups: they may be lost while
 * Redis is away, so what matters is read from the database.
 */
export abstract class EventBus {
  abstract publish(channel: string, payload: Json): void;
  /** @returns how to stop listening */
  abstract subscribe(channel: string, listener: BusListener): () => void;
}
