import { isIP } from 'node:net';

/** Where passkeys work: the origin of the page, and the domain that they are bound to. */
export type RelyingParty = { origin: string; domain: string };

/**
 * Returns the first of the console's origins at which browsers allow passkeys: it has a domain name, and TLS unless it
 * is `localhost`. Undefined if none has (rules/sign-in 9).
 */
export function findRelyingParty(origins: readonly string[]): RelyingParty | undefined {
  for (const origin of origins) {
    const { protocol, hostname } = new URL(origin);
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) continue;
    if (protocol === 'https:' || /(^|\.)localhost$/.test(hostname)) return { origin, domain: hostname };
  }
  return undefined;
}
