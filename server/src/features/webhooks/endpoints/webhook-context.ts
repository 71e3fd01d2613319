import type { Context } from '../../../core/context.ts';
import type { AiServices } from '../../../core/services.ts';
import type { Outward } from '../../../platform/egress/outward.ts';
import { AppError } from '../../../core/errors.ts';

/**
 * Rejects a URL that must not be used, by its text alone, before anything is stored. The host's IP address is checked
 * each time that a request is sent. Returns the normalized URL, so that users see the real destination however it was
 * typed.
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
 * The part of a URL shown in the audit log, which has more readers than the page: what follows the host can be a
 * password.
 */
export const webhookOrigin = (url: string): string => new URL(url).origin;

/** Context of endpoint functions, which encrypt secrets and check URLs. */
export type WebhookContext = Context & { ai: Pick<AiServices, 'keyring'>; outward: Outward };
