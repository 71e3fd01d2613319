import type { EntityManager } from '@mikro-orm/postgresql';
import type { DriveStateReason } from '@training/shared/drives/drives';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordEvent, type EventContext } from '../../events/record-event.ts';
import { notifyWorkspaceWidePermittedUsers } from '../../notifications/create-notifications.ts';
import { DriveConnectionEntity, READABLE_DRIVE_FILTER, UNREADABLE_DRIVE_VALUES } from './drive-connection.entity.ts';
import { driveAuditSubjectOf, drivesLiveTopicOf } from './drive-subject.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { registerSealedColumn } from '../../secrets/sealed-column.ts';
import { DRIVE_CREDENTIAL_COLUMN } from './sealed-drive-credential.ts';

/** Credentials of drives, for the operator's commands. A drive that loses its credential must be reconnected. */
export const REWRAPPABLE_DRIVE_CREDENTIALS = registerSealedColumn(DRIVE_CREDENTIAL_COLUMN, {
  rewrapped: (row) => ({ action: 'drive.credential_rewrapped', subject: driveAuditSubjectOf(row) }),
  discard: (ctx, { id }) =>
    inTransaction(ctx, async (em) => {
      const named = { workspaceId: ctx.workspace.id, id };
      await em.nativeUpdate(DriveConnectionEntity, named, { sealed: null, keyId: null });
      await markNeedsReconnecting(em, ctx, { id }, 'undecryptable');
    }),
});

/**
 * Marks a drive as needing to be reconnected and notifies super admins, once (rules/drives 2). Skips one that got a new
 * credential since.
 */
export async function markNeedsReconnecting(
  em: EntityManager,
  cause: EventContext,
  { id, version }: { id: string; version?: number | undefined },
  reason: Extract<DriveStateReason, 'access_lost' | 'undecryptable'>,
): Promise<void> {
  const workspaceId = cause.workspace.id;
  const { now } = cause;
  const readable = { workspaceId, id, ...(version !== undefined && { version }), ...READABLE_DRIVE_FILTER };
  const marked = {
    ...UNREADABLE_DRIVE_VALUES,
    state: 'reconnect_needed' as const,
    stateReason: reason,
    stateAt: now,
    updatedAt: now,
  };
  if ((await em.nativeUpdate(DriveConnectionEntity, readable, marked)) === 0) return;
  const needing = await em.findOneOrFail(DriveConnectionEntity, { workspaceId, id }, { fields: ['kind', 'account'] });
  const { kind, account } = needing;
  const subject = driveAuditSubjectOf(needing);
  await recordEvent(em, cause, {
    action: 'drive.reconnect_needed',
    subject,
    changes: { reason },
    outgoing: { connection_id: id, kind, account, reason },
  });
  const since = now.toISOString();
  await notifyWorkspaceWidePermittedUsers(em, workspaceId, now, 'drives:write', {
    kind: 'drive.reconnect_needed',
    because: 'super_admin',
    subject: { kind: 'drive', id, name: subject.name },
    part: since,
    facts: { problem: { of: 'drive', reason }, since },
  });
  await publishTopics(em, drivesLiveTopicOf(workspaceId));
}
