import { AppError } from '../../../errors.ts';
import type { Outward } from '../../../platform/outward/outward.ts';

/**
 * Refuses what its text alone says that nothing may be sent to, before anything is stored. Where a name leads is checked
 * each time that something is sent there.
 * @throws AppError `webhook_address_refused`
 */
export function assertAddress(outward: Outward, url: string): void {
  const { problem } = outward.check(url);
  if (problem === undefined) return;
  throw new AppError('webhook_address_refused', `${problem}. Nothing was saved.`, {
    fields: [{ path: 'url', code: 'webhook_address_refused', message: problem }],
  });
}

/** What of an address the audit log says, which more people read than the page: all behind the host can be a password. */
export const originOf = (url: string): string => new URL(url).origin;
