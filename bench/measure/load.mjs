import { Pool } from 'undici';
import { quantile } from './statistics.mjs';

/**
 * Sends the same request over and over on a fixed number of connections, each waiting for its answer, until the time
 * or the number of requests is used up.
 */
export async function load({
  origin,
  path,
  headers,
  body,
  connections,
  seconds,
  maxRequests = 200_000,
  isRight,
}) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latencies = [];
  const failures = new Map();
  let left = maxRequests;
  const startedAt = performance.now();
  const deadline = startedAt + seconds * 1000;

  const one = async () => {
    const sentAt = performance.now();
    const answer = await pool.request({ path, method: 'POST', headers, body });
    const text = await answer.body.text();
    const isOk = answer.statusCode === 200 && isRight(text);
    if (isOk) latencies.push(performance.now() - sentAt);
    else failures.set(answer.statusCode, (failures.get(answer.statusCode) ?? 0) + 1);
    return text;
  };
  const client = async () => {
    while (performance.now() < deadline && left-- > 0) await one();
  };

  await Promise.all(Array.from({ length: connections }, client));
  const elapsed = (performance.now() - startedAt) / 1000;
  await pool.close();
  return {
    perSecond: latencies.length / elapsed,
    p50: latencies.length > 0 ? quantile(latencies, 0.5) : Number.NaN,
    p99: latencies.length > 0 ? quantile(latencies, 0.99) : Number.NaN,
    requests: latencies.length,
    failures,
  };
}
