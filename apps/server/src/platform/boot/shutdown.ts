/**
 * Tells long work that the server stops: streams end, waiting loops leave, nothing new begins. It is aborted before
 * Nest's own shutdown hooks run, in which a module may still wait (up to the drain time) for what it has under way.
 */
export class Shutdown {
  private readonly controller = new AbortController();

  /** Aborted when the server begins to stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get isStopping(): boolean {
    return this.controller.signal.aborted;
  }

  begin(): void {
    this.controller.abort(new Error('The server is shutting down.'));
  }
}
