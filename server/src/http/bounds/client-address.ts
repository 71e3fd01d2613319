import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** What proxies say of those for whom they ask, or of themselves. */
const FORWARDING = [
  /^(forwarded|via|front-end-https|x-(scheme|url-scheme|https))$/,
  /^x-(forwarded|real|client|cluster|original|originating|remote|envoy|amzn|appengine|azure|arr|proxy)/,
  /^x-(varnish|nginx)/,
  /^(cf|cdn|ali-cdn|fly|fastly|surrogate)-/,
  /(client|real)-ip$/,
];

/** Longer ones name so many proxies that the last of them cannot be told for certain. */
const LONGEST_HEADER = 2000;

/** Whether a proxy has passed a request on, going by what it says itself. */
export function isForwarded(headers: FastifyRequest['headers']): boolean {
  return Object.keys(headers).some((name) => FORWARDING.some((known) => known.test(name)));
}

/** What counts as one address: one of IPv4, or the /64 of one of IPv6, since a single customer has all of that. */
export function addressKey(ip: string): string {
  const address = ip.replace(/^::ffff:(?=[\d.]{7,15}$)/i, '').split('%', 1)[0] ?? ip;
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const left = 8 - head.length - tail.length - (address.includes('.') ? 1 : 0);
  const groups = address.includes('::') ? [...head, ...Array<string>(left).fill('0'), ...tail] : head;
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * Where a request comes from: the address that is believed and, where that seems to be a proxy which nobody has told us
 * of, for whom it says that it asks ('' where it names no address).
 */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>): {
  address: string;
  claimed?: string;
} {
  const address = addressKey(request.ip);
  // More than the peer itself: that was trusted, also where a client on the proxy's own machine has the same address.
  const isBelieved = (request.ips ?? []).length > 1;
  if (isBelieved || !isForwarded(request.headers)) return { address };
  return { address, claimed: addressKey(claimedAddress(request) ?? '') };
}

/** For whom the nearest proxy says that it asks; undefined where it names no address. */
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
