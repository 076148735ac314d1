/** How deep a body may nest; what JSON.parse accepts beyond this, other parts of Node cannot write back. */
export const MAX_JSON_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
/** Integers of so few digits are exact in a double. */
const SAFE_DIGITS = 15;

/** A number that a double cannot hold as it was written. */
export interface LossyNumber {
  readonly literal: string;
  readonly position: number;
}

/** What a look at JSON text tells before it is parsed. */
export interface JsonScan {
  readonly depth: number;
  readonly lossyNumber: LossyNumber | undefined;
}

/** Position after the string that begins at `start`; the text's length when it does not end. */
function endOfString(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === BACKSLASH) position += 1;
    else if (code === QUOTE) return position + 1;
  }
  return text.length;
}

const isLossy = (literal: string, hasFraction: boolean): boolean => {
  if (!hasFraction && literal.length <= SAFE_DIGITS) return false;
  const value = Number(literal);
  return !Number.isFinite(value) || (!hasFraction && !Number.isSafeInteger(value));
};

const startsNumber = (code: number): boolean => code === MINUS || (code >= ZERO && code <= NINE);

/** Counts nesting and finds numbers that would be changed silently, on the text and without recursion. */
export function scanJson(text: string): JsonScan {
  let depth = 0;
  let deepest = 0;
  let lossyNumber: LossyNumber | undefined;
  let position = 0;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = endOfString(text, position);
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, (depth += 1));
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
    else if (startsNumber(code)) {
      NUMBER.lastIndex = position;
      const match = NUMBER.exec(text);
      if (match !== null) {
        const hasFraction = match[1] !== undefined || match[2] !== undefined;
        if (isLossy(match[0], hasFraction)) lossyNumber ??= { literal: match[0], position };
        position += match[0].length;
        continue;
      }
    }
    position += 1;
  }
  return { depth: deepest, lossyNumber };
}
