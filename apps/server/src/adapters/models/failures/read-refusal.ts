import { valueAt } from '../wire/json-place';
import type { UpstreamRefusal } from '../wire/upstream-refusal';
import { maskSecrets } from '../../http/mask-secret';
import { retryAfterMs } from './retry-after';

const MAX_REASON_LENGTH = 500;
const HTML = /^\s*<(?:!doctype|html|head|body)/i;

/** A refusal by the provider, read once and with the keys masked. */
export interface Refusal {
  readonly status: number | undefined;
  readonly code: string;
  readonly reason: string;
  readonly isPage: boolean;
  readonly retryAfter: number | undefined;
}

/** Where servers put their words, the more particular place first. */
const REASONS = ['error.message', 'message', 'error', 'detail', 'msg', ''];
const CODES = ['error.code', 'error.status', 'error.type', 'code', 'type'];

function firstText(body: unknown, places: readonly string[]): string | undefined {
  return places
    .map((place) => valueAt(body, place))
    .find((found): found is string => typeof found === 'string' && found.trim() !== '');
}

/** Some servers answer with a list of one. */
const single = (body: unknown): unknown => (Array.isArray(body) ? (body[0] as unknown) : body);

/** Gemini says how long to wait in its body: `"retryDelay": "34s"`. */
function retryDelayMs(body: unknown): number | undefined {
  const details = valueAt(body, 'error.details');
  const delays = Array.isArray(details) ? details.map((detail) => valueAt(detail, 'retryDelay')) : [];
  const seconds = Number.parseFloat(String(delays.find((delay) => typeof delay === 'string')));
  return Number.isNaN(seconds) ? undefined : seconds * 1_000;
}

/** Reads what a provider says instead of an answer, in whichever shape. */
export function readRefusal(
  { body: sent, headers, status }: UpstreamRefusal,
  keys: readonly string[],
  now: number,
): Refusal {
  const body = single(sent);
  const said = firstText(body, REASONS) ?? (body === undefined ? '' : JSON.stringify(body));
  return {
    status,
    code: firstText(body, CODES) ?? '',
    reason: maskSecrets(said, keys).slice(0, MAX_REASON_LENGTH),
    isPage: HTML.test(said),
    retryAfter: retryAfterMs(headers, now) ?? retryDelayMs(body),
  };
}
