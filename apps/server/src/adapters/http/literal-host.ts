import { isIP } from 'node:net';

/** The IP address that a URL has for a host; undefined when it is a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) > 0 ? host : undefined;
}
