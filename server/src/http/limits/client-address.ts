import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Headers that proxies add to describe themselves or the client. */
const FORWARDING = [
  /^(forwarded|via|front-end-https|x-(scheme|url-scheme|https))$/,
  /^x-(forwarded|real|client|cluster|original|originating|remote|envoy|amzn|appengine|azure|arr|proxy)/,
  /^x-(varnish|nginx)/,
  /^(cf|cdn|ali-cdn|fly|fastly|surrogate)-/,
  /(client|real)-ip$/,
];

/** Longer headers list so many proxies that the last entry can't be found reliably. */
const LONGEST_HEADER = 2000;

/** Returns true if the headers show that a proxy forwarded the request. */
export function hasForwardingHeaders(headers: FastifyRequest['headers']): boolean {
  return Object.keys(headers).some((name) => FORWARDING.some((known) => known.test(name)));
}

/**
 * Key under which an address is counted: the IPv4 address, or the /64 of an IPv6 address, because one customer usually
 * owns a whole /64.
 */
export function limitKeyOfAddress(ip: string): string {
  const address = ip.replace(/^::ffff:(?=[\d.]{7,15}$)/i, '').split('%', 1)[0] ?? ip;
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const left = 8 - head.length - tail.length - (address.includes('.') ? 1 : 0);
  const groups = address.includes('::') ? [...head, ...Array<string>(left).fill('0'), ...tail] : head;
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * Origin of a request. `address` is the trusted address. `claimed` is set if that address seems to be a proxy that
 * TRUST_PROXY doesn't name: the client address it reports, or '' if it reports none.
 */
export function clientAddressesOf(request: Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>): {
  address: string;
  claimed?: string;
} {
  const address = limitKeyOfAddress(request.ip);
  // More entries than the peer itself mean that the peer is a trusted proxy, even if a client on the proxy's machine
  // has the same address.
  const isBelieved = (request.ips ?? []).length > 1;
  if (isBelieved || !hasForwardingHeaders(request.headers)) return { address };
  return { address, claimed: limitKeyOfAddress(claimedAddress(request) ?? '') };
}

/** Client address reported by the nearest proxy; undefined if it reports none. */
function claimedAddress({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const last = (name: string) =>
    String(headers[name] ?? '')
      .slice(-LONGEST_HEADER)
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  const named = /\bfor="?\[?([\da-f.:]{2,45})/i.exec(last('forwarded'))?.[1] ?? '';
  return [last('x-forwarded-for'), named, last('x-real-ip')].find((address) => isIP(address) !== 0);
}
