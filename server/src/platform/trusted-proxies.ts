import { isIP } from 'node:net';
import { z } from 'zod';

/** Ranges that have a name. */
const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

const LISTED = 'name them by address or range, such as 10.0.0.0/8, or as loopback, linklocal, uniquelocal';

/** Proxies that may say where a request comes from, separated by commas; what else would be trusted by nobody. */
export const TrustedProxies = z.string().superRefine((value, ctx) => {
  if (/^ *(\d+|true) *$/.test(value)) {
    const message =
      `Takes no number of proxies and no “true”, because neither tells a proxy from somebody who asks directly: ` +
      `${LISTED}; leave it out to trust nobody`;
    ctx.addIssue({ code: 'custom', message });
    return;
  }
  const wrong = value.split(',').find((each) => !isProxy(each.trim()));
  if (wrong === undefined) return;
  ctx.addIssue({ code: 'custom', message: `“${wrong.trim()}” is no proxy: ${LISTED}, separated by commas` });
});

function isProxy(name: string): boolean {
  if (NAMES.has(name)) return true;
  const [address = '', prefix = '32', ...more] = name.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits;
}
