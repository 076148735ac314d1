import { isFlowError, type FlowError } from '@heddle/model';
import type { Fetch } from '../http/guarded-fetch';
import { httpErrors } from '../http/http-errors';
import { accessHeaders, accessQuery, type ServiceAccess } from '../tools/service-access';

/** What an MCP server may send in one answer, or one stream. */
export const MAX_MCP_BYTES = 8 * 1024 * 1024;

/** One of our errors among the causes of somebody else's. */
export function flowErrorIn(error: unknown): FlowError | undefined {
  for (let cause = error, hops = 0; cause instanceof Error && hops < 8; cause = cause.cause, hops += 1) {
    if (isFlowError(cause)) return cause;
  }
  return undefined;
}

function counted(response: Response, onProblem: (error: FlowError) => void): Response {
  if (response.body === null) return response;
  let size = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= MAX_MCP_BYTES) {
          controller.enqueue(chunk);
          return;
        }
        const error = httpErrors.RESPONSE_TOO_LARGE({ limit_bytes: MAX_MCP_BYTES });
        onProblem(error);
        controller.error(error);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

/**
 * The fetch of one conversation with a server: guarded, with the credential for the server's own origin alone, and
 * bounded. `onProblem` hears of our own refusals, which the SDK wraps until nothing of them is left.
 */
export function mcpFetch(
  guarded: Fetch,
  access: ServiceAccess,
  onProblem: (error: FlowError) => void,
): Fetch {
  const { origin } = new URL(access.serverUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    if (url.origin === origin) for (const [name, value] of accessHeaders(access)) headers.set(name, value);
    try {
      return counted(await guarded(url, { ...init, headers }), onProblem);
    } catch (error) {
      const known = flowErrorIn(error);
      if (known) onProblem(known);
      throw error;
    }
  };
}

/** The address to speak to, with the key where it belongs into the query. */
export function mcpUrl(access: ServiceAccess): URL {
  const url = new URL(access.serverUrl);
  for (const [name, value] of accessQuery(access)) url.searchParams.set(name, value);
  return url;
}
