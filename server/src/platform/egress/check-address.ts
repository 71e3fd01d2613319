import { isIP } from 'node:net';
import { mayReach, type OutwardPolicy } from './outward-policy.ts';

/** Maximum length of an address. */
const LONGEST = 2048;

/** Lower ports belong to other services, such as mail, which might interpret parts of a request as commands. */
const FIRST_FREE_PORT = 1024;

/** Returns the end of a message about an address that may not be reached: the reason, and which setting allows it. */
export function formatNetworkRefusal(
  { http, setting = 'OUTGOING_PRIVATE_TARGETS' }: OutwardPolicy,
  protocol: string,
): string {
  const isPlain = protocol === 'http:' && http === 'private';
  const reason = isPlain
    ? 'which http may not reach. Use https, or an address on a private network'
    : 'which is not on the internet. Give an address that is';
  return `${reason}; whoever runs the installation can allow a network by ${setting}`;
}

/** The parsed address, or an explanation why nothing is sent there. */
export type AddressCheckResult = { url: URL; problem?: never } | { url?: never; problem: string };

/**
 * Checks an address typed by a user, as far as its text allows. URL parsing has already converted numbers and other
 * spellings to an IP address; that must be checked here, because connecting to it needs no DNS lookup. Names are
 * checked when they are resolved.
 */
export function checkAddressText(address: string, policy: OutwardPolicy): AddressCheckResult {
  const wrong = (problem: string): AddressCheckResult => ({ problem });
  if (address.length > LONGEST) return wrong(`Has ${address.length} characters; an address has at most ${LONGEST}`);
  const url = URL.parse(address);
  if (!url) return wrong('Is no address; give a whole one, such as https://example.com/events');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.http !== false)) {
    return wrong('Must begin with https://, so that no one can read or change what is sent on the way');
  }
  if (url.username || url.password) {
    return wrong('Must not hold a name or password before the host; whoever receives it checks its signature instead');
  }
  if (url.hash) return wrong('Must not have a part behind “#”, because that is never sent; leave it out');
  const port = Number(url.port);
  if (url.port !== '' && port !== 80 && port !== 443 && port < FIRST_FREE_PORT) {
    return wrong(`Must not have port ${port}; leave it out, or take 443 or one from ${FIRST_FREE_PORT} on`);
  }
  const literal = ipLiteralOf(url);
  if (literal !== undefined && !mayReach(literal, policy, url.protocol)) {
    return wrong(`Leads to ${literal}, ${formatNetworkRefusal(policy, url.protocol)}`);
  }
  return { url };
}

/** Returns the IP address if the URL has one instead of a name. */
export function ipLiteralOf({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) ? bare : undefined;
}
