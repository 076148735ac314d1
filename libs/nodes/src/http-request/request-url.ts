import type { NodeContext, NodeVariables } from '@heddle/engine';
import { type Json, parseTemplate, renderText } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import type { NamedValues } from '../fields/value-schema';

/** Where in an address the next piece stands. */
type Place = 'start' | 'authority' | 'path' | 'query';

/** What an address is filled from. */
type UrlContext = Pick<NodeContext, 'variables' | 'isDifyCompatible'>;

const AUTHORITY_START = /^\s*[a-z][a-z0-9+.-]*:\/\//i;
const HOST_CHARACTERS = /^[\p{L}\p{N}.:[\]_-]*$/u;
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

const invalid = (url: string, reason: string): Error =>
  nodeErrors.URL_INVALID({ url: url.length > 200 ? `${url.slice(0, 200)}…` : url, reason });

/** Follows literal text of an address and says where it ends. */
function placeAfter(place: Place, text: string): Place {
  let rest = text;
  let current = place;
  if (current === 'start') {
    const scheme = AUTHORITY_START.exec(rest)?.[0];
    rest = scheme === undefined ? rest : rest.slice(scheme.length);
    if (text !== '') current = 'authority';
  }
  if (current === 'authority' && /[/\\?#]/.test(rest)) current = 'path';
  return current === 'path' && /[?#]/.test(rest) ? 'query' : current;
}

/** A value as it may stand at a place: never able to move on to the next one. */
function encodeAt(place: Place, value: string): string {
  if (place === 'path' || place === 'query') return encodeURIComponent(value);
  if (place === 'authority' && !HOST_CHARACTERS.test(value)) {
    throw invalid(value, 'a value that stands for a host may hold letters, digits, ".", "-" and ":" only');
  }
  return value;
}

const encodeSafely = (place: Place, value: string): string => {
  try {
    return encodeAt(place, value);
  } catch (error) {
    // encodeURIComponent refuses half of a surrogate pair.
    if (error instanceof URIError) throw invalid(value, 'it holds half a character');
    throw error;
  }
};

function refuseDotSegments(url: string): void {
  const path = url.replace(AUTHORITY_START, '').split(/[?#]/, 1)[0] ?? '';
  if (
    path
      .split(/[/\\]/)
      .slice(1)
      .some((segment) => DOT_SEGMENT.test(segment))
  ) {
    throw invalid(url, 'a value makes it climb out of its path');
  }
}

/** Fills an address whose values cannot change its host or its path; one that begins with a value is taken from there. */
function fillUrl(template: string, { variables, isDifyCompatible }: UrlContext): string {
  // Dify pastes values as they are, and imported flows may rely on it.
  if (isDifyCompatible) return variables.text(template.trim());
  let place: Place = 'start';
  let url = '';
  let hasPathValue = false;
  for (const part of parseTemplate(template.trim())) {
    const text =
      part.kind === 'text' ? part.text : encodeSafely(place, renderText(variables.lookup(part.path)));
    if (part.kind === 'reference' && place === 'path') hasPathValue = true;
    if (part.kind === 'text' || place === 'start') place = placeAfter(place, text);
    url += text;
  }
  if (hasPathValue) refuseDotSegments(url);
  return url;
}

const queryPair = (name: string, value: Json): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(renderText(value))}`;

function queryOf(params: NamedValues, variables: NodeVariables): string {
  const pairs = params.flatMap(({ name, value }) => {
    const key = variables.text(name);
    const resolved = variables.resolve(value);
    if (key === '' || resolved === null) return [];
    return (Array.isArray(resolved) ? resolved : [resolved]).map((item) => queryPair(key, item));
  });
  return pairs.join('&');
}

function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const [address = '', fragment] = url.split('#', 2);
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

/**
 * The address to call: references encoded, parameters appended.
 * @throws URL_INVALID
 */
export function requestUrl(
  config: { readonly url: string; readonly params: NamedValues },
  context: UrlContext,
): string {
  const url = withQuery(fillUrl(config.url, context), queryOf(config.params, context.variables));
  if (!URL.canParse(url)) throw invalid(url, 'it cannot be read as scheme, host and path');
  return url;
}
