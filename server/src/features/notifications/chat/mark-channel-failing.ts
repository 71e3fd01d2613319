import type { EntityManager } from '@mikro-orm/postgresql';
import { chatAdvice, ChatKind, type ChatFailure } from '@training/shared/notifications/chat';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { recordEvent, type Cause } from '../../events/record-event.ts';
import { notificationsTopic } from '../notification-topics.ts';
import { notifyPermitted } from '../notify.ts';
import { chatSubject } from './remove-chat.ts';

const Named = z.strictObject({ id: z.uuid(), kind: ChatKind, name: z.string() });

/** Skips a channel that was replaced since or is already failing. */
const BEGIN_FAILING = defineStatement({
  name: 'begin-failing-of-chat',
  scope: 'tenant',
  row: Named,
  sql: `
update chat_connections set state = 'failing', failing_since = :now, last_error = :failure
where workspace_id = :workspaceId and id = :id and version = :version and state = 'working'
returning id, kind, name`,
});

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
  const failing = await BEGIN_FAILING.first(em, { workspaceId: workspace.id, id, version, now, failure });
  if (!failing) return;
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
