import { modelErrors } from '../../adapters/models/failures/model-errors';
import { literalAddress } from '../../adapters/http/literal-host';
import { providerTargetPolicy } from '../../adapters/http/target-policy';
import { checkedUrl } from '../../adapters/http/url-check';
import { requestErrors } from '../../platform/errors/request-errors';

const PATH = 'base_url';

/**
 * The base URL of a provider as it is kept: without a slash at its end. Names are resolved, and what they stand for is
 * checked, when they are connected to; an address is checked at once.
 * @throws PROVIDER_URL_NOT_ALLOWED, INPUT_INVALID, URL_INVALID
 */
export function checkedBaseUrl(text: string): string {
  const url = checkedUrl(text);
  const address = literalAddress(url);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (address !== undefined && !providerTargetPolicy.permits({ hostname: address, port, address })) {
    throw modelErrors.PROVIDER_URL_NOT_ALLOWED({ provider: url.host });
  }
  // Everybody in the workspace sees the address, so a key must not be in it.
  if (url.search !== '' || url.hash !== '') {
    throw requestErrors.INPUT_INVALID({ path: PATH, reason: 'must not have anything behind ? or #' });
  }
  return url.href.replace(/\/+$/, '');
}
