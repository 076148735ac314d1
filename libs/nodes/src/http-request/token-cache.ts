const MAX_TOKENS = 500;
/** A token is renewed this long before it expires, so that none runs out on its way. */
const MARGIN_S = 30;

/** Access tokens in memory, each until shortly before it expires. */
export class TokenCache {
  private readonly entries = new Map<string, { readonly token: string; readonly staleAt: number }>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  get(key: string): string | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.staleAt > this.nowMs()) return entry.token;
    this.entries.delete(key);
    return undefined;
  }

  set(key: string, token: string, lifetimeS: number): void {
    if (lifetimeS <= MARGIN_S) return;
    const [oldest] = this.entries.keys();
    if (this.entries.size >= MAX_TOKENS && oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, { token, staleAt: this.nowMs() + (lifetimeS - MARGIN_S) * 1000 });
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
