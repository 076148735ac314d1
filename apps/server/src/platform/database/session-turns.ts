/** Someone who waits for the one session of the embedded database. */
interface Waiting {
  readonly who: object;
  readonly admit: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Shares one database session among many connections: one unit of work at a time, and from BEGIN to COMMIT only the
 * connection that began. A wait that takes too long is reported, because it is usually a deadlock of one request
 * with itself: a second connection used inside a transaction.
 */
export class SessionTurns {
  private owner: object | undefined;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly timeoutMs: number) {}

  /** Waits for its turn. @throws when the turn does not come within the time */
  async take(who: object): Promise<void> {
    if (this.owner === undefined || this.owner === who) {
      this.owner = who;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        const index = this.waiting.findIndex((entry) => entry.timer === timer);
        this.waiting.splice(index, 1);
        reject(
          new Error(
            `another connection kept a transaction open for ${this.timeoutMs} ms; inside a transaction use its EntityManager`,
          ),
        );
      }, this.timeoutMs);
      this.waiting.push({ who, admit: resolve, timer });
    });
  }

  /** Lets the next one in; does nothing for who has no turn. */
  give(who: object): void {
    if (this.owner !== who) return;
    const next = this.waiting.shift();
    this.owner = next?.who;
    if (next === undefined) return;
    clearTimeout(next.timer);
    next.admit();
  }

  /** Whether it is this one's turn. */
  has(who: object): boolean {
    return this.owner === who;
  }
}
