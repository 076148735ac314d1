import type { ProviderCall } from '../protocols/model-protocol';
import { providerUrl } from './provider-url';
import { ProviderUnreachable, UpstreamRefusal } from './upstream-refusal';

/** What is asked of a provider. */
export interface ProviderRequest {
  readonly path: string;
  /** Absent for a GET. */
  readonly body?: object;
}

/** What a refusal says beyond this is not read. */
const MAX_REFUSAL_LENGTH = 20_000;

function headersOf({ apiKey, traits }: ProviderCall, hasBody: boolean): Record<string, string> {
  const { header, prefix } = traits.auth;
  return {
    accept: 'application/json, text/event-stream',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...traits.headers,
    ...(apiKey === '' ? {} : { [header]: prefix + apiKey }),
  };
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, MAX_REFUSAL_LENGTH);
  }
}

async function refusalOf(response: Response): Promise<UpstreamRefusal> {
  // A refusal that breaks off says enough by its status.
  const text = await response.text().catch(() => '');
  return new UpstreamRefusal(response.status, parsedOr(text), response.headers);
}

/** A key that was copied with more around it would break the header, and the reason is better said than guessed. */
function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]*$/.test(apiKey)) return;
  const message = 'it holds characters that no key has, such as spaces or letters with accents';
  throw new UpstreamRefusal(undefined, { error: { code: 'invalid_api_key', message } });
}

/** Sends a request with the provider's key and headers. @throws UpstreamRefusal, ProviderUnreachable */
export async function sendRequest(call: ProviderCall, { body, path }: ProviderRequest): Promise<Response> {
  checkKey(call.apiKey);
  const response = await call
    .fetch(providerUrl(call, path), {
      method: body === undefined ? 'GET' : 'POST',
      headers: headersOf(call, body !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: call.signal,
    })
    .catch((error: unknown) => {
      throw new ProviderUnreachable(error);
    });
  if (response.ok) return response;
  throw await refusalOf(response);
}
