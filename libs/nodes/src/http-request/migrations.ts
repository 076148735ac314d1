import { isJsonObject, type Json, type JsonObject } from '@heddle/model';

/** Names that `auth_config` has gone by, for each field of `auth`. */
const AUTH_ALIASES: Readonly<Record<string, readonly string[]>> = {
  header: ['header', 'header_name', 'name'],
  key: ['key', 'api_key', 'value'],
  token: ['token', 'access_token'],
  username: ['username', 'user'],
  password: ['password'],
  token_url: ['token_url'],
  client_id: ['client_id'],
  client_secret: ['client_secret'],
  scope: ['scope'],
};

function nestAuth(type: Json, config: Json | undefined): JsonObject {
  const given = isJsonObject(config) ? config : {};
  const auth: JsonObject = { type };
  for (const [field, aliases] of Object.entries(AUTH_ALIASES)) {
    const alias = aliases.find((name) => Object.hasOwn(given, name));
    const value = alias === undefined ? undefined : given[alias];
    if (value !== undefined) auth[field] = value;
  }
  return auth;
}

const toNamedValues = (value: Json): Json =>
  isJsonObject(value) ? Object.entries(value).map(([name, item]) => ({ name, value: item })) : value;

/** Version 1 had `auth_type` and `auth_config`, lists of names as objects, and the envelope's keys in the config. */
export function migrateToNestedAuth(config: JsonObject): JsonObject {
  const {
    auth_type: authType,
    auth_config: authConfig,
    timeout: _timeout,
    retry_count: _retries,
    ...rest
  } = config;
  if (authType !== undefined && rest['auth'] === undefined) rest['auth'] = nestAuth(authType, authConfig);
  for (const key of ['headers', 'params']) {
    const value = rest[key];
    if (value !== undefined) rest[key] = toNamedValues(value);
  }
  return rest;
}

/** What version 1 said about time (seconds) and retries; wrong values pass as they are, to be refused by name. */
export function liftEnvelope(config: JsonObject): JsonObject {
  const { timeout, retry_count: retries } = config;
  return {
    ...(timeout === undefined ? {} : { timeout_ms: typeof timeout === 'number' ? timeout * 1000 : timeout }),
    ...(retries === undefined ? {} : { retry: { max_attempts: retries } }),
  };
}
