import type { OffReason } from '@training/shared/webhooks/webhooks';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { publish } from '../../platform/live.ts';
import { recordEvent, type Cause } from '../events/record-event.ts';
import { notifyPermitted } from '../notifications/notify.ts';
import { webhookSubject } from './webhook-subject.ts';
import { webhooksTopic } from './webhooks-topic.ts';

const SWITCH_OFF = defineStatement({
  name: 'switch-webhook-off',
  scope: 'tenant',
  sql: `
update webhook_endpoints set state = 'off', off_reason = :reason, off_at = :now, updated_at = :now, paused_until = null
where workspace_id = :workspaceId and id = :id and state = 'on'`,
});

/**
 * Switches an endpoint off: nothing more is sent, and new events are held. Waiting deliveries, which can be many, are
 * held in batches afterwards; requests in progress finish normally. Returns false if it is already off.
 */
export async function switchOff(
  transaction: Runner,
  cause: Cause,
  endpoint: { id: string; description: string; url: string },
  reason: OffReason,
): Promise<boolean> {
  const workspaceId = cause.workspace.id;
  const { id } = endpoint;
  const now = new Date();
  const switched = await SWITCH_OFF.run(transaction, { workspaceId, id, reason, now });
  if (switched === 0) return false;
  const subject = webhookSubject(endpoint);
  await recordEvent(transaction, cause, { action: 'webhook.switched_off', subject, changes: { reason } });
  if (reason !== 'by_hand') await tellKeepers(transaction, workspaceId, now, subject, new URL(endpoint.url).host);
  await publish(transaction, webhooksTopic(workspaceId));
  return true;
}

/** Notifies the users who may switch it on again, each time. */
function tellKeepers(
  transaction: Runner,
  workspaceId: string,
  now: Date,
  { id, name }: { id: string; name: string },
  address: string,
): Promise<void> {
  const since = now.toISOString();
  return notifyPermitted(transaction, workspaceId, now, 'webhooks:write', {
    kind: 'webhook.switched_off',
    because: 'super_admin',
    subject: { kind: 'webhook_endpoint', id, name },
    part: since,
    facts: { address, since },
  });
}
