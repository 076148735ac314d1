import ipaddr from 'ipaddr.js';
import { classifyAddress, type AddressClass } from './address-class';
import { matchesNetwork, normalHost, type AllowEntry } from './allow-list';

/** Where a connection would go: the host as the URL names it, and one address that it stands for. */
export interface ConnectionTarget {
  readonly hostname: string;
  readonly port: number;
  readonly address: string;
}

/** Decides which addresses may be reached; asked for every address before any of them is dialled. */
export interface TargetPolicy {
  permits(target: ConnectionTarget): boolean;
}

/** What an entry opens: a name its private addresses, a network whatever lies in it, one address itself alone metadata. */
function opens(entry: AllowEntry, target: ConnectionTarget, kind: AddressClass): boolean {
  if (entry.port !== undefined && entry.port !== target.port) return false;
  if (entry.kind === 'host') return kind === 'private' && entry.host === normalHost(target.hostname);
  if (!ipaddr.isValid(target.address)) return false;
  const match = matchesNetwork(entry, ipaddr.parse(target.address));
  return match === 'exact' || (match === 'network' && kind !== 'metadata');
}

/** The policy for flows, tools and imports: the open internet, and what the operator allows besides. */
export const flowTargetPolicy = (allow: readonly AllowEntry[] = []): TargetPolicy => ({
  permits: (target) => {
    const kind = classifyAddress(target.address);
    return kind === 'public' || allow.some((entry) => opens(entry, target, kind));
  },
});

/** The policy for model providers, which owners configure: private networks and this machine too, metadata never. */
export const providerTargetPolicy: TargetPolicy = {
  permits: ({ address }) => ['public', 'private'].includes(classifyAddress(address)),
};
