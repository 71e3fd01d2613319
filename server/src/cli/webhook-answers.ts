import type { WebhookEndpoint, WebhookTest } from '@training/shared/webhooks/webhooks';
import type { Workspace } from '../core/context.ts';
import type { WebhookContext } from '../features/webhooks/endpoints/webhook-context.ts';
import { openKeyring } from '../platform/encryption/keyring.ts';
import { Outward } from '../platform/egress/outward.ts';
import { operatorContext, type Session } from './command.ts';

/** Runs work that may send webhook requests from this process, without a running server. */
export async function sending<T>(
  session: Session,
  workspace: Workspace,
  work: (ctx: WebhookContext) => Promise<T>,
): Promise<T> {
  const outward = new Outward(session.config.outgoing);
  try {
    return await work({
      ...operatorContext(session),
      workspace,
      outward,
      ai: { keyring: openKeyring(session.config) },
    });
  } finally {
    outward.close();
  }
}

/** Converts a test's result to its JSON output. */
export function testOf({ event_id, ...met }: WebhookTest) {
  return { delivery_id: event_id, ...met };
}

export function formatWebhookTest({ delivered, status, error, duration_ms }: WebhookTest): string {
  return delivered
    ? `It accepted the test: ${status}, after ${duration_ms} ms.`
    : `It didn’t accept the test. ${error}`;
}

export function line({ id, url, types, state, off_reason, held, description }: WebhookEndpoint): string {
  const off = state === 'off' ? ` (${off_reason?.replace('_', ' ')}), ${held} held` : '';
  return `${id}  ${state}${off}  ${url}  ${description ?? ''}  ${types.join(', ')}`;
}
