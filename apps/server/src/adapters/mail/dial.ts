import { connect, type Socket } from 'node:net';
import { checkedAddresses, type GuardedAgentOptions } from '../http/guarded-agent';

const CONNECT_TIMEOUT_MS = 10_000;

/** What decides which servers may be dialled. */
export type DialGuard = Pick<GuardedAgentOptions, 'policy' | 'resolve'>;

function open(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: CONNECT_TIMEOUT_MS });
    const stop = (): void => void socket.destroy(new Error('The caller has stopped.'));
    signal.addEventListener('abort', stop, { once: true });
    socket.once('timeout', () =>
      socket.destroy(Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' })),
    );
    // An error that nobody listens to would end the process, also between here and the first reader.
    socket.on('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      resolve(socket);
    });
    socket.once('close', () => signal.removeEventListener('abort', stop));
  });
}

/**
 * Connects to a host by an address that was checked, one after the other until one answers. The socket is destroyed
 * when the signal aborts.
 * @throws SSRF_BLOCKED, or the runtime's error of the last address
 */
export async function dial(
  target: { readonly hostname: string; readonly port: number },
  guard: DialGuard,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const { address } of await checkedAddresses(target, guard)) {
    signal.throwIfAborted();
    try {
      return await open(address, target.port, signal);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
