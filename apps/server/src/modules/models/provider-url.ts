import { FlowError, isFlowError } from '@heddle/model';
import { modelErrors } from '../../adapters/models/failures/model-errors';
import { literalAddress } from '../../adapters/http/literal-host';
import { providerTargetPolicy } from '../../adapters/http/target-policy';
import { checkedUrl } from '../../adapters/http/url-check';
import { requestErrors } from '../../platform/errors/request-errors';

const PATH = 'base_url';

/** The same error with the field that it is about. */
function aboutField(error: unknown): unknown {
  if (!isFlowError(error)) return error;
  const { category, code, details, isRetryable, message, status } = error;
  const known = { category, code, isRetryable, message, details: { ...details, path: PATH } };
  return new FlowError({ ...known, ...(status === undefined ? {} : { status }), cause: error });
}

function readUrl(text: string): URL {
  try {
    return checkedUrl(text);
  } catch (error) {
    throw aboutField(error);
  }
}

/**
 * The base URL of a provider as it is kept: without a slash at its end. Names are resolved, and what they stand for is
 * checked, when they are connected to; an address is checked at once.
 * @throws PROVIDER_URL_NOT_ALLOWED, INPUT_INVALID, URL_INVALID
 */
export function checkedBaseUrl(text: string): string {
  const url = readUrl(text);
  const address = literalAddress(url);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (address !== undefined && !providerTargetPolicy.permits({ hostname: address, port, address })) {
    throw modelErrors.PROVIDER_URL_NOT_ALLOWED({ provider: url.host, path: PATH });
  }
  // Everybody in the workspace sees the address, so a key must not be in it.
  if (url.search !== '' || url.hash !== '') {
    throw requestErrors.INPUT_INVALID({ path: PATH, reason: 'must not have anything behind ? or #' });
  }
  return url.href.replace(/\/+$/, '');
}
