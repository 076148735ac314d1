import { readonly, ref, type Ref } from 'vue';

/** Whether the server can be reached: `offline` is the device's own network, `down` is the server. */
export type ConnectionState = 'ok' | 'offline' | 'down';

/** Knows whether requests get through, and finds out when they do again. */
export interface Connection {
  readonly state: Readonly<Ref<ConnectionState>>;
  /** Any answer arrived, even an error of the server's own making. */
  succeeded(): void;
  /** No answer arrived, or a proxy's that the server is gone. */
  failed(): void;
  /** Asks the server now. */
  retry(): Promise<void>;
}

interface ConnectionParts {
  /** Resolves when the server answers. */
  readonly probe: () => Promise<void>;
  readonly isOnline: () => boolean;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

/** Makes a {@link Connection} that probes again, ever more rarely, while the server is away. */
export function createConnection({ probe, isOnline }: ConnectionParts): Connection {
  const state = ref<ConnectionState>('ok');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = FIRST_RETRY_MS;

  function succeeded(): void {
    clearTimeout(timer);
    timer = undefined;
    delayMs = FIRST_RETRY_MS;
    state.value = 'ok';
  }
  function failed(): void {
    state.value = isOnline() ? 'down' : 'offline';
    if (timer !== undefined) return;
    timer = setTimeout(() => void retry(), delayMs);
    delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS);
  }
  async function retry(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    try {
      await probe();
      succeeded();
    } catch {
      failed();
    }
  }
  return { state: readonly(state), succeeded, failed, retry };
}

async function probeServer(): Promise<void> {
  const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`healthz answered ${response.status}`);
}

/** The connection of this page. */
export const connection = createConnection({ probe: probeServer, isOnline: () => navigator.onLine });

/** Notices at once when the device loses or regains its network. */
export function watchNetwork(): void {
  addEventListener('offline', () => connection.failed());
  addEventListener('online', () => void connection.retry());
}
