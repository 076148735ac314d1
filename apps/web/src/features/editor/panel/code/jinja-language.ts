import { StreamLanguage, type StringStream } from '@codemirror/language';

interface JinjaState {
  /** The text that ends the tag the reader is in; null outside of tags. */
  end: '}}' | '%}' | '#}' | null;
}

const OPENINGS: readonly (readonly [string, JinjaState['end']])[] = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
];

function readText(stream: StringStream, state: JinjaState): string | null {
  for (const [opening, end] of OPENINGS) {
    if (!stream.match(opening)) continue;
    state.end = end;
    return end === '#}' ? 'comment' : 'bracket';
  }
  stream.next();
  while (!stream.eol() && stream.peek() !== '{') stream.next();
  return null;
}

function readComment(stream: StringStream, state: JinjaState): string {
  while (!stream.eol()) {
    if (stream.match('#}')) {
      state.end = null;
      break;
    }
    stream.next();
  }
  return 'comment';
}

const KEYWORDS =
  /^(?:for|endfor|in|if|elif|else|endif|set|endset|and|or|not|is|filter|endfilter|macro|endmacro)\b/;

function readTag(stream: StringStream, state: JinjaState): string | null {
  if (state.end && stream.match(state.end)) {
    state.end = null;
    return 'bracket';
  }
  if (stream.eatSpace()) return null;
  if (stream.match(/^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)*'/)) return 'string';
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
  if (stream.match(KEYWORDS)) return 'keyword';
  if (stream.match(/^\|\s*[A-Za-z_]\w*/)) return 'keyword';
  if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) return 'variableName';
  stream.next();
  return null;
}

/** Highlights Jinja tags in text. */
export const jinja = StreamLanguage.define<JinjaState>({
  name: 'jinja',
  startState: () => ({ end: null }),
  token(stream, state) {
    if (state.end === null) return readText(stream, state);
    return state.end === '#}' ? readComment(stream, state) : readTag(stream, state);
  },
});
