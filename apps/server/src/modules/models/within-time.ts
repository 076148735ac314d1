import { modelErrors } from '../../adapters/models/failures/model-errors';

/**
 * Does something that may not last longer than a time, nor longer than somebody wants it.
 * @throws UPSTREAM_TIMEOUT when the time is over, even where the work takes no notice
 */
export async function withinTime<Value>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const end = new AbortController();
  const all = signal ? AbortSignal.any([end.signal, signal]) : end.signal;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      end.abort();
      reject(modelErrors.UPSTREAM_TIMEOUT({ phase: 'total', limit_ms: limitMs, partial_text: '' }));
    }, limitMs);
  });
  try {
    return await Promise.race([work(all), over]);
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}
