import { AppError } from '../../../errors.ts';
import type { Outward } from '../../../platform/outward/outward.ts';

/**
 * Refuses what its text alone says that nothing may be sent to, before anything is stored. Where a name leads is
 * checked each time that something is sent there. Answers it as it is read by whoever connects, so that what is shown
 * is where it leads, however it was spelled.
 * @throws AppError `webhook_address_refused`
 */
export function checkedAddress(outward: Outward, typed: string): string {
  const { url, problem } = outward.check(typed);
  if (url) return url.href;
  throw new AppError('webhook_address_refused', `${problem}. Nothing was saved.`, {
    fields: [{ path: 'url', code: 'webhook_address_refused', message: problem }],
  });
}

/**
 * What of an address the audit log says, which more people read than the page: all behind the host can be a password.
 */
export const webhookOrigin = (url: string): string => new URL(url).origin;
