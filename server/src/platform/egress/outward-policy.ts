import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { ADDRESS_RANGE_HINT, parseAddressRanges, findInvalidAddressRange } from '../address-ranges.ts';

/** Targets the operator allows in users' addresses, in addition to https on the internet. */
export type OutwardPolicy = {
  /** True if addresses may use http; `private` if only those that lead to `privateTargets` may. */
  http: boolean | 'private';
  /** Networks outside the internet that may be reached nevertheless. */
  privateTargets: BlockList;
  /** Environment variable that sets `privateTargets`, named in messages. Defaults to OUTGOING_PRIVATE_TARGETS. */
  setting?: string;
};

/** Parses the setting of private networks that users' addresses may lead to, separated by commas. */
export const PrivateTargets = z
  .string()
  .superRefine((value, ctx) => {
    const wrong = findInvalidAddressRange(value);
    if (wrong === undefined) return;
    ctx.addIssue({ code: 'custom', message: `“${wrong}” is no network: ${ADDRESS_RANGE_HINT}, separated by commas` });
  })
  .transform((value) => parseAddressRanges(value.split(',').map((each) => each.trim())));

/** The IPv6 range assigned for the internet. Mapped, translated, local and multicast addresses are outside of it. */
const GLOBAL_UNICAST = parseAddressRanges(['2000::/3']);

/** Addresses that aren't on the internet, or that embed an IPv4 address that wouldn't be checked. */
const NOT_INTERNET = parseAddressRanges([
  // IANA’s special-purpose addresses: this host, private, carrier, loopback, link, protocols, examples, tests …
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // … multicast, reserved, broadcast.
  '224.0.0.0/3',
  // Azure's virtual host, which serves the machine's secrets, has a public address.
  '168.63.129.16',
  // IPv6: Teredo and other protocols, examples, 6to4, examples.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/**
 * Returns true if requests by a protocol may be sent to an IP address. False for anything else, such as an address with
 * a zone.
 */
export function mayReach(address: string, { http, privateTargets }: OutwardPolicy, protocol: string): boolean {
  if (address.includes('%')) return false;
  const isPrivateOnly = protocol === 'http:' && http !== true;
  switch (isIP(address)) {
    case 4:
      return (!isPrivateOnly && !NOT_INTERNET.check(address, 'ipv4')) || privateTargets.check(address, 'ipv4');
    case 6:
      return (!isPrivateOnly && isGlobal(address)) || privateTargets.check(address, 'ipv6');
    default:
      return false;
  }
}

function isGlobal(address: string): boolean {
  return GLOBAL_UNICAST.check(address, 'ipv6') && !NOT_INTERNET.check(address, 'ipv6');
}
