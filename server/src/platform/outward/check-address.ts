import { isIP } from 'node:net';
import { mayReach, type OutwardPolicy } from './targets.ts';

/** Longer addresses are not taken. */
const LONGEST = 2048;

/** Ports below it belong to other services, such as mail, which would take some of a request for commands. */
const FIRST_FREE_PORT = 1024;

export const PRIVATE =
  'which is not on the internet. Give an address that is; whoever runs the installation can allow a network by ' +
  'OUTGOING_PRIVATE_TARGETS';

/** What an address means, or in words why nothing is sent there. */
export type CheckedAddress = { url: URL; problem?: never } | { url?: never; problem: string };

/**
 * Checks what a customer typed as far as its text says. Numbers and other spellings of an IP address have become one
 * when it is looked at, because connecting to it would look up nothing. Names are checked when they are looked up.
 */
export function checkAddress(address: string, policy: OutwardPolicy): CheckedAddress {
  const wrong = (problem: string): CheckedAddress => ({ problem });
  if (address.length > LONGEST) return wrong(`Has ${address.length} characters; an address has at most ${LONGEST}`);
  const url = URL.parse(address);
  if (!url) return wrong('Is no address; give a whole one, such as https://example.com/events');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.http)) {
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
  const literal = literalOf(url);
  if (literal !== undefined && !mayReach(literal, policy)) return wrong(`Leads to ${literal}, ${PRIVATE}`);
  return { url };
}

/** The IP address that stands in the place of a name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) ? bare : undefined;
}
