import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { formatNetworkRefusal } from './check-address.ts';
import { OutwardError } from './failures.ts';
import { mayReach, type OutwardPolicy } from './outward-policy.ts';

/** Resolves a name to all its addresses; empty if it has none. @throws if the lookup fails */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Error codes that mean a name has no address of a family. */
export const NO_ADDRESS_ERROR_CODES = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Queries DNS directly. `dns.lookup` would block one of the process's four threads for as long as a user's name server
 * doesn't respond. As a consequence `/etc/hosts` is ignored.
 */
export function createDnsResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  return async (hostname) => {
    const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const all = found.flatMap((each, at) =>
      each.status === 'fulfilled' ? each.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    const failed = found.find((each) => each.status === 'rejected' && !NO_ADDRESS_ERROR_CODES.has(codeOf(each.reason)));
    if (all.length === 0 && failed?.status === 'rejected') throw failed.reason;
    return all;
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Returns a `lookup` for connections by a protocol that yields only permitted addresses. It is called once per
 * connection, which uses just these addresses, so a later DNS response can't redirect it.
 */
export function createPermittedLookup(resolve: ResolveHost, policy: OutwardPolicy, protocol: string): LookupFunction {
  return (hostname, { all }, callback) => {
    const give = (found: LookupAddress[]) => {
      const [first] = found;
      if (all || !first) callback(null, found);
      else callback(null, first.address, first.family);
    };
    const refuse = (error: OutwardError) => callback(error, []);
    resolve(hostname).then(
      (found) => {
        const reachable = found.filter(({ address }) => mayReach(address, policy, protocol));
        if (reachable.length > 0) give(reachable);
        else if (found.length > 0)
          refuse(
            new OutwardError(
              'private_target',
              `“${hostname}” leads to a network ${formatNetworkRefusal(policy, protocol)}`,
            ),
          );
        else refuse(unresolved(hostname, 'DNS knows no address of it. Check how it is written'));
      },
      () => refuse(unresolved(hostname, 'its DNS does not answer. Check it, or try again later')),
    );
  };
}

function unresolved(hostname: string, why: string): OutwardError {
  return new OutwardError('unresolved', `“${hostname}” cannot be found: ${why}.`);
}
