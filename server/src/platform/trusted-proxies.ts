import { z } from 'zod';
import { RANGES_LISTED, firstInvalidRange } from './address-ranges.ts';

/** Validates the setting of proxies whose forwarding headers are trusted, separated by commas. */
export const TrustedProxies = z.string().superRefine((value, ctx) => {
  if (/^ *(\d+|true) *$/.test(value)) {
    const message =
      `Takes no number of proxies and no “true”, because neither tells a proxy from somebody who asks directly: ` +
      `${RANGES_LISTED}; leave it out to trust nobody`;
    ctx.addIssue({ code: 'custom', message });
    return;
  }
  const wrong = firstInvalidRange(value);
  if (wrong === undefined) return;
  ctx.addIssue({ code: 'custom', message: `“${wrong}” is no proxy: ${RANGES_LISTED}, separated by commas` });
});
