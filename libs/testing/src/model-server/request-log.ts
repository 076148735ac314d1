import type { Json } from '@heddle/model';
import type { IncomingHttpHeaders } from 'node:http';

/** A request that the scripted model received. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

/** Counts of what a scripted model server has seen. */
export interface RequestCounts {
  readonly received: number;
  readonly inFlight: number;
  readonly mostInFlight: number;
  /** Requests whose caller went away before the answer was complete. */
  readonly aborted: number;
}

interface Waiter {
  readonly isMet: () => boolean;
  readonly done: () => void;
}

/** Remembers requests, and lets tests wait for what they expect instead of sleeping. */
export class RequestLog {
  readonly requests: RecordedRequest[] = [];
  #counts: RequestCounts = { received: 0, inFlight: 0, mostInFlight: 0, aborted: 0 };
  #waiters: readonly Waiter[] = [];

  constructor(readonly keep: number) {}

  get counts(): RequestCounts {
    return this.#counts;
  }

  /** Notes a request that has been read. */
  begin(request: RecordedRequest): void {
    const inFlight = this.#counts.inFlight + 1;
    const mostInFlight = Math.max(this.#counts.mostInFlight, inFlight);
    if (this.keep > 0) this.requests.push(request);
    if (this.requests.length > this.keep) this.requests.shift();
    this.#update({ received: this.#counts.received + 1, inFlight, mostInFlight });
  }

  /** Notes that a request is over. */
  end(isAborted: boolean): void {
    const { inFlight, aborted } = this.#counts;
    this.#update({ inFlight: inFlight - 1, aborted: aborted + (isAborted ? 1 : 0) });
  }

  /** Resolves once the counts are as wanted. */
  when(isMet: (counts: RequestCounts) => boolean): Promise<void> {
    if (isMet(this.#counts)) return Promise.resolve();
    return new Promise((done) => {
      this.#waiters = [...this.#waiters, { isMet: () => isMet(this.#counts), done }];
    });
  }

  /** Forgets everything but what is still going on. */
  clear(): void {
    this.requests.length = 0;
    this.#update({ received: 0, mostInFlight: this.#counts.inFlight, aborted: 0 });
  }

  #update(change: Partial<RequestCounts>): void {
    this.#counts = { ...this.#counts, ...change };
    const met = this.#waiters.filter((waiter) => waiter.isMet());
    this.#waiters = this.#waiters.filter((waiter) => !met.includes(waiter));
    for (const { done } of met) done();
  }
}
