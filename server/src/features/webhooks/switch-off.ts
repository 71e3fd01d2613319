import type { EntityManager } from '@mikro-orm/postgresql';
import type { WebhookOffReason } from '@training/shared/webhooks/webhooks';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent, type EventContext } from '../events/record-event.ts';
import { notifyWorkspaceWidePermittedUsers } from '../notifications/create-notifications.ts';
import { WebhookEndpointEntity, webhookAuditSubjectOf, webhooksLiveTopicOf } from './webhook-endpoint.entity.ts';

/**
 * Switches an endpoint off: nothing more is sent, and new events are held. Waiting deliveries, which can be many, are
 * held in batches afterwards; requests in progress finish normally. Returns false if it is already off.
 */
export async function switchOffEndpoint(
  em: EntityManager,
  cause: EventContext,
  endpoint: { id: string; description: string; url: string },
  reason: WebhookOffReason,
): Promise<boolean> {
  const workspaceId = cause.workspace.id;
  const { id } = endpoint;
  const now = new Date();
  const off = { state: 'off' as const, offReason: reason, offAt: now, updatedAt: now, pausedUntil: null };
  const switched = await em.nativeUpdate(WebhookEndpointEntity, { workspaceId, id, state: 'on' }, off);
  if (switched === 0) return false;
  const subject = webhookAuditSubjectOf(endpoint);
  await recordEvent(em, cause, { action: 'webhook.switched_off', subject, changes: { reason } });
  if (reason !== 'by_hand') await notifyAdmins(em, workspaceId, now, subject, new URL(endpoint.url).host);
  await publishTopics(em, webhooksLiveTopicOf(workspaceId));
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
  return notifyWorkspaceWidePermittedUsers(em, workspaceId, now, 'webhooks:write', {
    kind: 'webhook.switched_off',
    because: 'super_admin',
    subject: { kind: 'webhook_endpoint', id, name },
    part: since,
    facts: { address, since },
  });
}
