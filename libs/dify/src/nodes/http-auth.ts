import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeExport, NodeImport } from '../node-converter';

/** How a request proves who sends it. */
export function readAuth(authorization: Fields, node: NodeImport): JsonObject {
  const config = authorization.object('config');
  const kind = config.text('type');
  const key = node.text(config.text('api_key'));
  const header = config.text('header');
  if (authorization.text('type', 'no-auth') !== 'api-key') return { type: 'none' };
  if (kind === 'bearer') return { type: 'bearer', token: key };
  if (kind === 'custom') return { type: 'api_key', header: header || 'X-API-Key', key };
  const at = key.indexOf(':');
  // One reference for user and password cannot be divided before it is known.
  if (at < 0) node.warn('FIELD_NOT_CARRIED', { field: 'authorization.config.api_key' }, 'auth');
  return {
    type: 'basic',
    username: at < 0 ? key : key.slice(0, at),
    password: at < 0 ? '' : key.slice(at + 1),
  };
}

/** The text of a credential; a secret of the workspace stays here. */
function credentialText(value: Json | undefined, node: NodeExport): string {
  if (isJsonObject(value) && typeof value['secret'] === 'string') {
    node.warn('SECRET_BLANK', { name: value['secret'] }, 'auth');
    return '';
  }
  return node.text(value);
}

const apiKey = (type: string, key: string, header = ''): JsonObject => ({
  type: 'api-key',
  config: { type, api_key: key, header },
});

/** The proof in Dify's form. */
export function writeAuth(auth: Fields, node: NodeExport): JsonObject {
  const type = auth.text('type', 'none');
  switch (type) {
    case 'bearer':
      return apiKey('bearer', credentialText(auth.value('token'), node));
    case 'api_key':
      return apiKey('custom', credentialText(auth.value('key'), node), auth.text('header', 'X-API-Key'));
    case 'basic': {
      const user = credentialText(auth.value('username'), node);
      return apiKey('basic', `${user}:${credentialText(auth.value('password'), node)}`);
    }
    case 'none':
      return { type: 'no-auth', config: null };
    default:
      node.warn('FIELD_NOT_IN_DIFY', { field: `auth ${type}` }, 'auth');
      auth.ignore(...auth.keys());
      return { type: 'no-auth', config: null };
  }
}
