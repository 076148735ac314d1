import { fetch, Response, type Agent, type RequestInit } from 'undici';
import { httpErrors } from './http-errors';

/** A function of the shape of the platform's `fetch`, for SDKs that take one. */
export type Fetch = typeof globalThis.fetch;

/** The largest answer of a model provider, decompressed. */
export const DEFAULT_MAX_ANSWER_BYTES = 64 * 1024 * 1024;

function countingLimit(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(httpErrors.RESPONSE_TOO_LARGE({ limit_bytes: maxBytes }));
      else controller.enqueue(chunk);
    },
  });
}

/**
 * Makes a `fetch` that goes through a guarded agent. It never follows redirects, which would carry a provider's key
 * to wherever they lead, and ends answers that grow beyond the limit.
 */
export function createGuardedFetch(agent: Agent, maxBytes = DEFAULT_MAX_ANSWER_BYTES): Fetch {
  const guarded = async (url: string | URL, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, { ...init, dispatcher: agent, redirect: 'manual' });
    if (response.body === null) return response;
    const { headers, status, statusText } = response;
    const body = response.body.pipeThrough(countingLimit(maxBytes));
    return new Response(body, { headers, status, statusText });
  };
  // undici's types and the platform's describe the same objects and differ in name only.
  return guarded as unknown as Fetch;
}
