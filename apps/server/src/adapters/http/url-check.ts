import { httpErrors } from './http-errors';

const MAX_URL_LENGTH = 16_384;
/** Parsers drop these silently, so what is checked and what is meant would differ. */
// eslint-disable-next-line no-control-regex -- finding control characters is the purpose
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f]/;
const TYPED_HOST = /^(?:[a-z][a-z0-9+.-]*:[/\\]*|[/\\]{2,})(?:[^/\\?#@]*@)*([^/\\?#]*)/i;

/** The host as somebody wrote it, port and all, for messages. */
export const typedHost = (text: string): string => TYPED_HOST.exec(text.trim())?.[1] || text.trim();

function parse(text: string, base: URL | undefined): URL {
  if (text === '') throw httpErrors.URL_INVALID({ url: text, reason: 'it is empty' });
  if (text.length > MAX_URL_LENGTH) {
    throw httpErrors.URL_INVALID({ url: text, reason: `it is longer than ${MAX_URL_LENGTH} characters` });
  }
  if (CONTROL_OR_SPACE.test(text)) {
    throw httpErrors.URL_INVALID({
      url: text,
      reason: 'it holds spaces or control characters, which must be encoded',
    });
  }
  try {
    return new URL(text, base);
  } catch (cause) {
    const reason = /^https?:/i.test(text)
      ? 'its host or port cannot be read'
      : 'it does not begin with http:// or https://';
    throw httpErrors.URL_INVALID({ url: text, reason }, cause);
  }
}

/** Reads a URL that a flow asks for, or the target of a redirect. @throws URL_INVALID, URL_SCHEME_NOT_ALLOWED */
export function checkedUrl(text: string, base?: URL): URL {
  const url = parse(text.trim(), base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw httpErrors.URL_SCHEME_NOT_ALLOWED({ url: text.trim() });
  if (url.username !== '' || url.password !== '') {
    // An `@` out of a variable would move the request to another host; credentials have their own fields.
    throw httpErrors.URL_INVALID({
      url: url.host,
      reason: 'a user name or password does not belong into it',
    });
  }
  return url;
}
