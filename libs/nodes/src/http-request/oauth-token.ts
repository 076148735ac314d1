import type { HttpRequest, HttpResponse, NodeContext } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { TokenCache } from './token-cache';

/** An OAuth 2 client as a request names it. */
export interface OauthClient {
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  readonly scope: string;
}

const REQUEST_TIMEOUT_MS = 30_000;
const MAX_TOKEN_BYTES = 256 * 1024;
/** Lifetime of a token whose server names none. */
const DEFAULT_LIFETIME_S = 300;

const tokens = new TokenCache();

type TokenContext = Pick<NodeContext<'http'>, 'ports' | 'run' | 'signal'>;

function tokenRequest({ url, id, secret, scope }: OauthClient, isBasic: boolean): HttpRequest {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== '') form.set('scope', scope);
  const headers: [string, string][] = [['Accept', 'application/json']];
  if (isBasic) {
    const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    headers.push(['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`]);
  } else {
    form.set('client_id', id);
    form.set('client_secret', secret);
  }
  return {
    method: 'POST',
    url,
    headers,
    body: { kind: 'text', text: form.toString(), contentType: 'application/x-www-form-urlencoded' },
    timeoutMs: REQUEST_TIMEOUT_MS,
    maxBytes: MAX_TOKEN_BYTES,
    followRedirects: false,
    verifyTls: true,
  };
}

function readJson(response: HttpResponse): JsonObject {
  try {
    const value = JSON.parse(Buffer.from(response.body).toString('utf8')) as Json;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Asks for a token with the credentials in the form, and as a Basic header where the server wants that. */
async function requestToken(client: OauthClient, { ports, signal }: TokenContext): Promise<JsonObject> {
  let response = await ports.http.request(tokenRequest(client, false), signal);
  let answer = readJson(response);
  if (response.status === 401 || answer['error'] === 'invalid_client') {
    response = await ports.http.request(tokenRequest(client, true), signal);
    answer = readJson(response);
  }
  if (response.status < 300 && text(answer['access_token']) !== '') return answer;
  const reason = text(answer['error_description']) || text(answer['error']) || 'no reason given';
  throw nodeErrors.AUTH_TOKEN_FAILED({ status: response.status, reason });
}

/**
 * A token by the client credentials grant, kept until shortly before it expires.
 * @see RFC 6749, section 4.4
 * @throws AUTH_TOKEN_FAILED
 */
export async function clientCredentialsToken(
  client: OauthClient,
  context: TokenContext,
): Promise<{ readonly token: string; readonly forget: () => void }> {
  const key = JSON.stringify([context.run.workspaceId, client.url, client.id, client.secret, client.scope]);
  const forget = (): void => tokens.delete(key);
  const known = tokens.get(key);
  if (known !== undefined) return { token: known, forget };
  const answer = await requestToken(client, context);
  const token = text(answer['access_token']);
  const lifetime = Number(answer['expires_in'] ?? DEFAULT_LIFETIME_S);
  tokens.set(key, token, Number.isFinite(lifetime) ? lifetime : DEFAULT_LIFETIME_S);
  return { token, forget };
}
