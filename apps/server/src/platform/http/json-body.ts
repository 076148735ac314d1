import { requestErrors } from '../errors/request-errors';
import { MAX_JSON_DEPTH, scanJson } from './json-scan';

const PROTO_KEY =
  /"(?:_|\\u005[fF])(?:_|\\u005[fF])(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF])(?:_|\\u005[fF])"\s*:/;
const MAX_SHOWN_LITERAL = 40;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Takes `__proto__` keys out, which would change the prototype of whatever they are copied onto. */
function withoutProtoKeys(root: unknown): unknown {
  const open: unknown[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
    for (const child of Object.values(value))
      if (typeof child === 'object' && child !== null) open.push(child);
  }
  return root;
}

/** Where V8 stopped reading; the end of the text when it wanted more. */
function positionOf(message: string, text: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (/end of JSON input/.test(message)) return text.length;
  const token = /^Unexpected token '?(.)/u.exec(message)?.[1];
  return token === undefined ? 0 : Math.max(text.indexOf(token), 0);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = positionOf(message, text);
    const found = text.slice(position, position + 1);
    const reason = found === '' ? 'it ends too early' : `unexpected ${JSON.stringify(found)}`;
    throw requestErrors.JSON_SYNTAX({ position, reason }, error);
  }
}

/**
 * Reads a JSON body so that nothing in it is changed silently and nothing later chokes on it.
 * @throws INPUT_BAD_CHARACTER, JSON_TOO_DEEP, NUMBER_OUT_OF_RANGE, JSON_SYNTAX
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (error) {
    throw requestErrors.INPUT_BAD_CHARACTER({ path: '' }, error);
  }
  if (text.trim() === '') return undefined;
  const { depth, lossyNumber } = scanJson(text);
  if (depth > MAX_JSON_DEPTH) throw requestErrors.JSON_TOO_DEEP({ depth, limit: MAX_JSON_DEPTH });
  const value = parse(text);
  if (lossyNumber !== undefined) {
    const { literal, position } = lossyNumber;
    throw requestErrors.NUMBER_OUT_OF_RANGE({ literal: literal.slice(0, MAX_SHOWN_LITERAL), position });
  }
  return PROTO_KEY.test(text) ? withoutProtoKeys(value) : value;
}
