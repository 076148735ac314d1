import {
  defineExecutor,
  type HttpBody,
  type HttpRequest,
  type HttpResponse,
  type NodeContext,
  type NodePolicy,
} from '@heddle/engine';
import { type JsonObject, renderText } from '@heddle/model';
import { httpStatusError } from './http-status-error';
import { readResponse } from './read-response';
import { type Header, requestAuth, type RequestAuth } from './request-auth';
import { requestBody } from './request-body';
import { requestUrl } from './request-url';
import { httpRequest, type HttpRequestConfig } from './schema';

const DEFAULT_TIMEOUT_MS = 30_000;
const TRACED_BODY_LENGTH = 10_000;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

type Context = NodeContext<'http' | 'files' | 'secrets'>;

const has = (headers: readonly Header[], name: string): boolean =>
  headers.some(([other]) => other.toLowerCase() === name.toLowerCase());

/** The user's headers; those of the authentication stand in their place, the idempotency key only where none is set. */
function headersOf(config: HttpRequestConfig, auth: RequestAuth, context: Context): Header[] {
  const { variables, idempotencyKey } = context;
  const own = config.headers
    .map(({ name, value }): Header => [variables.text(name).trim(), renderText(variables.resolve(value))])
    .filter(([name]) => name !== '' && !has(auth.headers, name));
  const headers = [...own, ...auth.headers];
  if (SAFE_METHODS.has(config.method) || has(headers, 'idempotency-key')) return headers;
  return [...headers, ['Idempotency-Key', idempotencyKey]];
}

/** Whether an error status fails the node: only where a policy says what to do then. */
const failsOnStatus = (policy: NodePolicy | undefined): boolean =>
  policy !== undefined && (policy.maxRetries > 0 || policy.onError !== 'fail');

function withoutSecrets(headers: readonly Header[], auth: RequestAuth): JsonObject {
  const shown = headers.filter(([name]) => !has(auth.headers, name));
  return Object.fromEntries(shown);
}

function bodyForTrace(body: HttpBody | undefined): JsonObject {
  if (body?.kind !== 'text') return body === undefined ? {} : { body: `[${body.kind}]` };
  const isLong = body.text.length > TRACED_BODY_LENGTH;
  return { body: isLong ? `${body.text.slice(0, TRACED_BODY_LENGTH)}…` : body.text };
}

/** The beginning of an answer, for a message; a server may echo what it was sent. */
const excerptOf = ({ body }: HttpResponse, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce(
      (text, secret) => text.replaceAll(secret, '••••••'),
      new TextDecoder().decode(body.subarray(0, 4_096)),
    );

async function prepare(config: HttpRequestConfig, context: Context): Promise<[HttpRequest, RequestAuth]> {
  const url = requestUrl(config, context);
  const [auth, body] = await Promise.all([
    requestAuth(config.auth, context),
    requestBody(config.body, context),
  ]);
  const request: HttpRequest = {
    method: config.method,
    url,
    headers: headersOf(config, auth, context),
    ...(body === undefined ? {} : { body }),
    timeoutMs: context.policy?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxBytes: config.max_bytes,
    followRedirects: config.follow_redirects,
    verifyTls: config.verify_tls,
  };
  return [request, auth];
}

export default defineExecutor(httpRequest, {
  needs: ['http', 'files', 'secrets'],
  async run(config, context) {
    const { ports, signal, run, policy } = context;
    const [request, auth] = await prepare(config, context);
    const response = await ports.http.request(request, signal);
    if (response.status === 401) auth.forget?.();
    if (response.status >= 400 && failsOnStatus(policy)) {
      throw httpStatusError(response.status, excerptOf(response, auth.secrets));
    }
    const outputs = await readResponse(response, { files: ports.files, workspaceId: run.workspaceId });
    const { method, url, headers = [] } = request;
    return {
      outputs,
      inputs: { method, url, headers: withoutSecrets(headers, auth), ...bodyForTrace(request.body) },
      secrets: auth.secrets.filter((secret) => secret !== ''),
    };
  },
});
