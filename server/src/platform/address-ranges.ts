import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** Named ranges that settings accept. */
const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Explains in error messages how a setting names ranges. */
export const ADDRESS_RANGE_HINT =
  'name them by address or range, such as 10.0.0.0/8, or as loopback, linklocal, uniquelocal';

/** Returns the first entry of a comma-separated list that isn't an address, a range or the name of one. */
export function findInvalidAddressRange(list: string): string | undefined {
  return list
    .split(',')
    .map((each) => each.trim())
    .find((each) => !isRange(each));
}

function isRange(name: string): boolean {
  if (Object.hasOwn(NAMED, name)) return true;
  const [address = '', prefix = '32', ...more] = name.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}

/** @param ranges Valid ranges, see `findInvalidAddressRange`. */
export function parseAddressRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges.flatMap((each) => NAMED[each] ?? [each])) {
    const [address = '', prefix] = range.split('/');
    const [family, bits] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family);
  }
  return list;
}

/** Validates the setting of proxies whose forwarding headers are trusted, separated by commas. */
export const TrustedProxiesSetting = z.string().superRefine((value, ctx) => {
  if (/^ *(\d+|true) *$/.test(value)) {
    const message =
      `Takes no number of proxies and no “true”, because neither tells a proxy from somebody who asks directly: ` +
      `${ADDRESS_RANGE_HINT}; leave it out to trust nobody`;
    ctx.addIssue({ code: 'custom', message });
    return;
  }
  const wrong = findInvalidAddressRange(value);
  if (wrong === undefined) return;
  ctx.addIssue({ code: 'custom', message: `“${wrong}” is no proxy: ${ADDRESS_RANGE_HINT}, separated by commas` });
});
