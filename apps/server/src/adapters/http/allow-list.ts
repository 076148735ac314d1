import ipaddr from 'ipaddr.js';
import { httpErrors } from './http-errors';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A host, an address or a network that flows may reach although it is private. */
export type AllowEntry =
  | { readonly kind: 'host'; readonly host: string; readonly port: number | undefined }
  | {
      readonly kind: 'network';
      readonly base: Address;
      readonly bits: number;
      readonly port: number | undefined;
    };

const HOST_PATTERN = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?$/i;
/** `[address]/bits:port`, `[address]:port`, `anything-without-colons/bits:port`, or an IPv6 address or network as it is. */
const BRACKETED = /^\[([^\]]+)\](?:\/(\d{1,3}))?(?::(\d{1,5}))?$/;
const PLAIN = /^([^:/[\]]+)(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/;
const BARE_IPV6 = /^([0-9a-f:.]+:[0-9a-f:.]*)(?:\/(\d{1,3}))?()$/i;

/** Lower case and without the dot of the root, so that spellings of one name compare equal. */
export const normalHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');

function networkEntry(
  text: string,
  bits: string | undefined,
  port: number | undefined,
): AllowEntry | undefined {
  if (!ipaddr.isValid(text) || (ipaddr.IPv4.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)))
    return undefined;
  const base = ipaddr.parse(text);
  const most = base.kind() === 'ipv4' ? 32 : 128;
  const size = bits === undefined ? most : Number(bits);
  return size <= most ? { kind: 'network', base, bits: size, port } : undefined;
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;

function hostEntry(text: string, port: number | undefined): AllowEntry | undefined {
  const isHost = HOST_PATTERN.test(text) && !/^[\d.]+$/.test(text);
  return isHost ? { kind: 'host', host: normalHost(text), port } : undefined;
}

function parseEntry(entry: string): AllowEntry | undefined {
  const match = BRACKETED.exec(entry) ?? PLAIN.exec(entry) ?? BARE_IPV6.exec(entry);
  if (match === null) return undefined;
  const [, text = '', bits, portText] = match;
  const port = portText ? Number(portText) : undefined;
  if (!isPort(port ?? 1)) return undefined;
  return networkEntry(text, bits, port) ?? (bits === undefined ? hostEntry(text, port) : undefined);
}

/** Reads the value of `HEDDLE_HTTP_ALLOW`: a comma list. @throws HTTP_ALLOW_INVALID with the entry */
export function parseAllowList(list: string): readonly AllowEntry[] {
  const entries = list.split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const parsed = parseEntry(entry);
    if (parsed === undefined) throw httpErrors.HTTP_ALLOW_INVALID({ entry });
    return parsed;
  });
}

/** Whether an address lies in a network of the list, and whether the entry names this one address. */
export function matchesNetwork(
  entry: AllowEntry & { kind: 'network' },
  address: Address,
): 'no' | 'network' | 'exact' {
  if (entry.base.kind() !== address.kind()) return 'no';
  if (!address.match(entry.base as never, entry.bits)) return 'no';
  return entry.bits === (address.kind() === 'ipv4' ? 32 : 128) ? 'exact' : 'network';
}
