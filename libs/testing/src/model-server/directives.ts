/** An instruction to the scripted model inside a message: `[[name]]` or `[[name:argument]]`. */
export interface Directive {
  readonly name: string;
  readonly argument: string;
}

const OPENING = /\[\[([a-z0-9_]+)(:|\]\])/g;

/** Where the argument that begins at `from` ends: at `]]` outside of strings, brackets and braces. */
function endOfArgument(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (depth === 0 && text.startsWith(']]', at)) return at;
    if (char === '"' && depth > 0) at = endOfString(text, at);
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
  }
  return -1;
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

interface Located extends Directive {
  readonly start: number;
  readonly end: number;
}

function locate(text: string): Located[] {
  const found: Located[] = [];
  let end = 0;
  for (const match of text.matchAll(OPENING)) {
    if (match.index < end) continue;
    const from = match.index + match[0].length;
    const hasArgument = match[2] === ':';
    const close = hasArgument ? endOfArgument(text, from) : from - 2;
    if (close < 0) continue;
    end = close + 2;
    found.push({
      name: match[1] ?? '',
      argument: hasArgument ? text.slice(from, close) : '',
      start: match.index,
      end,
    });
  }
  return found;
}

/** Finds the directives of a text, in order; JSON arguments may hold brackets of any kind. */
export const parseDirectives = (text: string): readonly Directive[] =>
  locate(text).map(({ name, argument }) => ({ name, argument }));

/** The text without its directives, trimmed: what the model is really told. */
export function withoutDirectives(text: string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of locate(text)) {
    rest += text.slice(from, start);
    from = end;
  }
  return (rest + text.slice(from)).trim();
}

/** Reads `503 times=2 message="try later"`: the words before the pairs, and the pairs. */
export function parseSettings(argument: string): {
  words: readonly string[];
  settings: ReadonlyMap<string, string>;
} {
  const settings = new Map<string, string>();
  const rest = argument.replaceAll(/([a-z_]+)=(?:"([^"]*)"|(\S+))/g, (_match, key: string, quoted, plain) => {
    settings.set(key, String(quoted ?? plain));
    return '';
  });
  return { words: rest.split(/\s+/).filter(Boolean), settings };
}
