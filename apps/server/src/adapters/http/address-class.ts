import ipaddr from 'ipaddr.js';

/**
 * What an address leads to: the open internet; a private network or this machine; something no request is meant for
 * (multicast, reserved, an IPv4 address hidden in IPv6, …); or the machine's link and its cloud's metadata service.
 */
export type AddressClass = 'public' | 'private' | 'special' | 'metadata';

const IPV4_CLASSES: Readonly<Record<string, AddressClass>> = {
  unicast: 'public',
  loopback: 'private',
  private: 'private',
  carrierGradeNat: 'private',
  linkLocal: 'metadata',
};

const IPV6_CLASSES: Readonly<Record<string, AddressClass>> = {
  loopback: 'private',
  uniqueLocal: 'private',
  linkLocal: 'metadata',
};

/** Metadata services outside of the link-local ranges: Azure, Alibaba Cloud, Oracle Cloud, AWS over IPv6. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
]);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Reserved for benchmarks; local proxies answer DNS from it, so it counts as private rather than unusable. */
const BENCHMARKING = ipaddr.IPv4.parseCIDR('198.18.0.0/15');

function classOfIpv4(address: ipaddr.IPv4): AddressClass {
  if (address.match(BENCHMARKING)) return 'private';
  return IPV4_CLASSES[address.range()] ?? 'special';
}

function classOfIpv6(address: ipaddr.IPv6): AddressClass {
  const range = address.range();
  // Only 2000::/3 is routed in the open: `::127.0.0.1` and the like are 'unicast' to the parser.
  if (range === 'unicast') return address.match(GLOBAL_UNICAST) ? 'public' : 'special';
  return IPV6_CLASSES[range] ?? 'special';
}

/** Classifies an IP address; what cannot be read as one is `special`. */
export function classifyAddress(text: string): AddressClass {
  if (!ipaddr.isValid(text)) return 'special';
  const address = ipaddr.parse(text);
  if (METADATA_ADDRESSES.has(address.toString())) return 'metadata';
  return address instanceof ipaddr.IPv4 ? classOfIpv4(address) : classOfIpv6(address as ipaddr.IPv6);
}
