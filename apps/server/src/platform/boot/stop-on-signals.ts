import type { Logger } from 'pino';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Stops the process in order when it is asked to, and at once when it is asked again. The signal's listener stays, so
 * that a second one while things end is heard.
 */
export function stopOnSignals(close: () => Promise<void>, logger: Logger): void {
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ signal }, 'Stopping: no new requests, running work is finished or kept for the next start');
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The stop did not end well');
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
