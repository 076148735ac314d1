import { Pool } from 'undici';
import { quantile } from './statistics.mjs';

const CONTENT = /"content":"(?!")/;

/** Asks for one streamed chat completion: when its first word came and when it ended, or what was wrong with it. */
async function one(pool, { path, headers, body, isRight }) {
  const sentAt = performance.now();
  const answer = await pool.request({ path, method: 'POST', headers, body });
  let text = '';
  let firstMs = Number.NaN;
  for await (const bytes of answer.body.setEncoding('utf8')) {
    text += bytes;
    if (Number.isNaN(firstMs) && CONTENT.test(bytes)) firstMs = performance.now() - sentAt;
  }
  const isOk = answer.statusCode === 200 && text.includes('[DONE]') && isRight(text);
  const reason = /"error":.{0,200}/.exec(text)?.[0] ?? 'incomplete';
  return { isOk, firstMs, wholeMs: performance.now() - sentAt, reason: `${answer.statusCode} ${reason}` };
}

function summary(results) {
  const right = results.filter(({ isOk }) => isOk);
  const of = (field, share) =>
    right.length > 0
      ? quantile(
          right.map((result) => result[field]),
          share,
        )
      : Number.NaN;
  return {
    streams: right.length,
    failed: results.length - right.length,
    reasons: new Set(results.filter(({ isOk }) => !isOk).map(({ reason }) => reason)),
    firstP50: of('firstMs', 0.5),
    firstP99: of('firstMs', 0.99),
    wholeP95: of('wholeMs', 0.95),
  };
}

/** Keeps a number of streams open for a while: each that ends is followed by another. */
export async function keepStreaming(request, { streams, seconds }) {
  const pool = new Pool(request.origin, { connections: streams, pipelining: 1 });
  const results = [];
  const deadline = performance.now() + seconds * 1000;
  const client = async (index) => {
    // Not all at once: callers do not march in step.
    await new Promise((done) => setTimeout(done, (index * 1000) / streams));
    while (performance.now() < deadline) results.push(await one(pool, request));
  };
  await Promise.all(Array.from({ length: streams }, (_, index) => client(index)));
  await pool.close();
  return summary(results);
}

/** Opens a number of streams at once and reads each to its end. */
export async function streamTogether(request, streams) {
  const pool = new Pool(request.origin, { connections: streams, pipelining: 1 });
  const results = await Promise.all(Array.from({ length: streams }, () => one(pool, request)));
  await pool.close();
  return summary(results);
}
