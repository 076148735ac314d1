import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { httpErrors } from './http-errors';
import type { TargetPolicy } from './target-policy';

/** One answer of a name server. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a name; the machine's resolver unless a test brings its own. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** What a guarded agent is made of. */
export interface GuardedAgentOptions {
  readonly policy: TargetPolicy;
  readonly resolve?: ResolveHost;
  readonly verifyTls?: boolean;
  readonly connectTimeoutMs?: number;
}

/** `localhost.` and `x.localhost` mean this machine (RFC 6761), whether or not its resolver knows them. */
const systemResolve: ResolveHost = (hostname) =>
  lookup(/(?:^|\.)localhost\.?$/i.test(hostname) ? 'localhost' : hostname, { all: true });

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/**
 * The addresses of a host, all of which may be reached; a literal address is its own.
 * @throws SSRF_BLOCKED when one of them may not
 */
export async function checkedAddresses(
  target: { readonly hostname: string; readonly port: number },
  { policy, resolve = systemResolve }: Pick<GuardedAgentOptions, 'policy' | 'resolve'>,
): Promise<readonly ResolvedAddress[]> {
  const hostname = withoutBrackets(target.hostname);
  const family = isIP(hostname);
  const addresses = family > 0 ? [{ address: hostname, family }] : await resolve(hostname);
  // One bad answer condemns the name: which of them would be dialled is not ours to guess.
  const isAllowed = addresses.every(({ address }) =>
    policy.permits({ hostname, port: target.port, address }),
  );
  if (!isAllowed || addresses.length === 0) throw httpErrors.SSRF_BLOCKED({ host: hostname });
  return addresses;
}

/** Hands the socket the addresses that were checked, so that it has nothing left to resolve. */
const fixedLookup =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

function guardedConnector(options: GuardedAgentOptions): buildConnector.connector {
  const { verifyTls = true, connectTimeoutMs = 10_000 } = options;
  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    checkedAddresses({ hostname: target.hostname, port }, options).then(
      (addresses) => {
        const connect = buildConnector({
          timeout: connectTimeoutMs,
          rejectUnauthorized: verifyTls,
          lookup: fixedLookup(addresses),
        });
        connect({ ...target, hostname: withoutBrackets(target.hostname) }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Makes the agent that every outgoing request goes through: it checks the literal address, or every address a name
 * has, and dials only what it checked. Its own timeouts are off; callers set one deadline for everything.
 */
export const createGuardedAgent = (options: GuardedAgentOptions): Agent =>
  new Agent({ connect: guardedConnector(options), headersTimeout: 0, bodyTimeout: 0, pipelining: 1 });
