import type { NodeContext } from '@heddle/engine';
import { credential } from '../fields/credential';
import { clientCredentialsToken } from './oauth-token';
import type { AuthConfig } from './schema';

/** A header as the HTTP port takes it. */
export type Header = readonly [string, string];

/** What proves who sends a request, and what of it must stay out of sight. */
export interface RequestAuth {
  readonly headers: readonly Header[];
  readonly secrets: readonly string[];
  /** Called when the server refused the proof, so that the next attempt gets a fresh one. */
  readonly forget?: () => void;
}

type Context = NodeContext<'http' | 'secrets'>;

const DEFAULT_KEY_HEADER = 'X-API-Key';

async function basicAuth(auth: AuthConfig, context: Context): Promise<RequestAuth> {
  const [user, password] = await Promise.all([
    credential(auth.username, context),
    credential(auth.password, context),
  ]);
  const encoded = Buffer.from(`${user}:${password}`).toString('base64');
  return { headers: [['Authorization', `Basic ${encoded}`]], secrets: [password, encoded] };
}

async function clientCredentials(auth: AuthConfig, context: Context): Promise<RequestAuth> {
  const [id, secret] = await Promise.all([
    credential(auth.client_id, context),
    credential(auth.client_secret, context),
  ]);
  const url = context.variables.text(auth.token_url ?? '');
  const scope = context.variables.text(auth.scope ?? '');
  const { token, forget } = await clientCredentialsToken({ url, id, secret, scope }, context);
  return { headers: [['Authorization', `Bearer ${token}`]], secrets: [secret, token], forget };
}

/**
 * The headers that prove who sends the request.
 * @throws SECRET_NOT_FOUND, AUTH_TOKEN_FAILED
 */
export async function requestAuth(auth: AuthConfig, context: Context): Promise<RequestAuth> {
  switch (auth.type) {
    case 'none':
      return { headers: [], secrets: [] };
    case 'api_key': {
      const key = await credential(auth.key, context);
      return { headers: [[auth.header?.trim() || DEFAULT_KEY_HEADER, key]], secrets: [key] };
    }
    case 'bearer': {
      const token = await credential(auth.token, context);
      return { headers: [['Authorization', `Bearer ${token}`]], secrets: [token] };
    }
    case 'basic':
      return basicAuth(auth, context);
    case 'oauth2':
      return clientCredentials(auth, context);
  }
}
