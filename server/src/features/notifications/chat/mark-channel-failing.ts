import type { EntityManager } from '@mikro-orm/postgresql';
import { chatAdvice, type ChatFailure } from '@training/shared/notifications/chat';
import { publish } from '../../../platform/live.ts';
import { recordEvent, type Cause } from '../../events/record-event.ts';
import { notificationsTopic } from '../notification-topics.ts';
import { notifyPermitted } from '../notify.ts';
import { ChatConnectionEntity } from './chat-connection.entity.ts';
import { chatSubject } from './connect-chat.ts';

/**
 * Marks a channel as failing: it is off until it is fixed. Notifies super admins once, however many messages fail
 * (rules/notifications 33).
 */
export async function markChannelFailing(
  em: EntityManager,
  cause: Cause,
  { id, version }: { id: string; version: number },
  failure: ChatFailure,
): Promise<void> {
  const { workspace, now } = cause;
  // A channel that was replaced since, or is failing already, is skipped.
  const working = { workspaceId: workspace.id, id, version, state: 'working' } as const;
  const failing = await em.findOne(ChatConnectionEntity, working);
  const changes = { state: 'failing', failingSince: now, lastError: failure } as const;
  if (!failing || (await em.nativeUpdate(ChatConnectionEntity, working, changes)) === 0) return;
  const subject = chatSubject(failing);
  const { kind, name } = failing;
  await recordEvent(em, cause, { action: 'chat.failing', subject, changes: { kind, reason: failure } });
  await notifyPermitted(em, workspace.id, now, 'notifications:write', {
    kind: 'chat.failing',
    because: 'super_admin',
    subject: { kind: 'chat_connection', id, name },
    part: now.toISOString(),
    facts: { since: now.toISOString(), advice: chatAdvice(kind, failure) },
  });
  await publish(em, notificationsTopic(workspace.id));
}
