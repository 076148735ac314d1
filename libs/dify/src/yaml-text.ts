import type { Json } from '@heddle/model';
import { parseDocument, stringify, type Document } from 'yaml';
import { difyErrors } from './errors';

/** Aliases may repeat what they name; ten of ten of ten … would fill the memory. */
const MAX_ALIASES = 100;
/** The longest text that is parsed here, in characters. */
export const MAX_YAML_LENGTH = 1_000_000;

function refuseMistakes({ errors: [error] }: Document.Parsed): void {
  if (error === undefined) return;
  const [place] = error.linePos ?? [];
  const reason = error.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
  throw difyErrors.DSL_SYNTAX({ reason, ...(place ? { line: place.line, column: place.col } : {}) });
}

/**
 * Reads YAML (and so JSON) where there is no sandbox to do it, as in a browser; the server hands files to its sandbox.
 * @throws DSL_SYNTAX, DSL_LIMIT
 */
export function parseYaml(text: string): unknown {
  if (text.length > MAX_YAML_LENGTH) {
    throw difyErrors.DSL_LIMIT({ what: 'characters', limit: MAX_YAML_LENGTH });
  }
  const document = parseDocument(text, { merge: true, logLevel: 'silent' });
  refuseMistakes(document);
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw difyErrors.DSL_LIMIT({ what: 'aliases', limit: MAX_ALIASES });
  }
}

/** Writes data as YAML that reads well in a diff: one line per value, long texts as blocks, no anchors. */
export const writeYaml = (data: Json): string =>
  stringify(data, { lineWidth: 0, aliasDuplicateObjects: false });
