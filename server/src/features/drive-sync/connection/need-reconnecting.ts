import { DRIVE_REASONS, DriveKind, type DriveReason } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { RELEASED } from '../../../platform/queue/lease.ts';
import { recordEvent, type Cause } from '../../events/record-event.ts';
import { notifyPermitted } from '../../notifications/notify.ts';
import { driveSubject } from './drive-subject.ts';
import { drivesTopic } from './drives-topic.ts';

/** Skips a connection that got a new credential since. */
const NEED = defineStatement({
  name: 'need-reconnecting',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), kind: DriveKind, account: z.string() }),
  sql: `
update drive_connections set state = 'reconnect_needed', state_reason = :reason, state_at = :now, updated_at = :now,
  due_at = null, ${RELEASED}, failing_since = null, misses = 0, paused_until = null
where workspace_id = :workspaceId and id = :id and version = coalesce(:version::integer, version)
  and state in ('connected', 'degraded')
returning id, kind, account`,
});

/** Marks a drive as needing to be reconnected and notifies super admins, once (rules/drives 2). */
export async function needReconnecting(
  on: Runner,
  cause: Cause,
  { id, version }: { id: string; version?: number | undefined },
  reason: Extract<DriveReason, 'access_lost' | 'undecryptable'>,
): Promise<void> {
  const workspaceId = cause.workspace.id;
  const needing = await NEED.first(on, { workspaceId, id, version: version ?? null, reason, now: cause.now });
  if (!needing) return;
  const { kind, account } = needing;
  const subject = driveSubject(needing);
  await recordEvent(on, cause, {
    action: 'drive.reconnect_needed',
    subject,
    changes: { reason },
    outgoing: { connection_id: id, kind, account, reason },
  });
  const since = cause.now.toISOString();
  await notifyPermitted(on, workspaceId, cause.now, 'drives:write', {
    kind: 'drive.reconnect_needed',
    because: 'super_admin',
    subject: { kind: 'drive', id, name: subject.name },
    part: since,
    facts: { advice: DRIVE_REASONS[reason], since },
  });
  await publish(on, drivesTopic(workspaceId));
}
