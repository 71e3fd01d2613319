import type { EntityManager } from '@mikro-orm/postgresql';
import type { EndpointOffReason } from '@training/shared/webhooks/webhooks';
import { publish } from '../../platform/live.ts';
import { recordEvent, type Cause } from '../events/record-event.ts';
import { notifyPermitted } from '../notifications/notify.ts';
import { WebhookEndpointEntity, webhookSubject, webhooksTopic } from './webhook-endpoint.entity.ts';

/**
 * Switches an endpoint off: nothing more is sent, and new events are held. Waiting deliveries, which can be many, are
 * held in batches afterwards; requests in progress finish normally. Returns false if it is already off.
 */
export async function switchOffEndpoint(
  em: EntityManager,
  cause: Cause,
  endpoint: { id: string; description: string; url: string },
  reason: EndpointOffReason,
): Promise<boolean> {
  const workspaceId = cause.workspace.id;
  const { id } = endpoint;
  const now = new Date();
  const off = { state: 'off' as const, offReason: reason, offAt: now, updatedAt: now, pausedUntil: null };
  const switched = await em.nativeUpdate(WebhookEndpointEntity, { workspaceId, id, state: 'on' }, off);
  if (switched === 0) return false;
  const subject = webhookSubject(endpoint);
  await recordEvent(em, cause, { action: 'webhook.switched_off', subject, changes: { reason } });
  if (reason !== 'by_hand') await notifyAdmins(em, workspaceId, now, subject, new URL(endpoint.url).host);
  await publish(em, webhooksTopic(workspaceId));
  return true;
}

/** Notifies the users who may switch it on again, each time. */
function notifyAdmins(
  em: EntityManager,
  workspaceId: string,
  now: Date,
  { id, name }: { id: string; name: string },
  address: string,
): Promise<void> {
  const since = now.toISOString();
  return notifyPermitted(em, workspaceId, now, 'webhooks:write', {
    kind: 'webhook.switched_off',
    because: 'super_admin',
    subject: { kind: 'webhook_endpoint', id, name },
    part: since,
    facts: { address, since },
  });
}
