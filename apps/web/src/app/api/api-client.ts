import { ApiError, errorOfResponse, isAborted, NETWORK_ERROR } from './api-error';
import { connection } from './connection';

/** Values of a query string; undefined and '' are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** How a request is made. */
export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a `FormData` goes as it is. */
  readonly body?: unknown;
  readonly query?: Query;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A refusal is for the caller to handle: a wrong password is no expired session. */
  readonly isAnonymous?: boolean;
  /** The page is going away and the request has to outlive it; its body may be 64 kB at most. */
  readonly isLeaving?: boolean;
}

type SignedOutListener = () => void;

let onSignedOut: SignedOutListener = () => undefined;

/** Says what happens when the server no longer knows the session. */
export function whenSignedOut(listener: SignedOutListener): void {
  onSignedOut = listener;
}

/** Makes a request and reads its JSON answer; `undefined` for 204. @throws {ApiError} */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** Makes a request and hands over the answer itself, for streams. @throws {ApiError} */
export async function send(path: string, options: RequestOptions): Promise<Response> {
  const response = await reach(path, options);
  if (response.ok) {
    connection.succeeded();
    return response;
  }
  const error = await errorOfResponse(response);
  if (isServerGone(error)) connection.failed();
  else connection.succeeded();
  if (response.status === 401 && options.isAnonymous !== true) onSignedOut();
  throw error;
}

async function reach(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, query, signal, headers } = options;
  const isForm = body instanceof FormData;
  try {
    return await fetch(withQuery(path, query), {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      credentials: 'same-origin',
      keepalive: options.isLeaving === true,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    connection.failed();
    throw new ApiError({
      status: 0,
      code: NETWORK_ERROR,
      message: 'The server cannot be reached.',
      cause: error,
    });
  }
}

/** A proxy with nothing behind it, or a server that has not finished starting; our own 502 to 504 carry a code. */
const isServerGone = (error: ApiError): boolean => /^(HTTP_50[234]|STARTING)$/.test(error.code);

function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`;
}
