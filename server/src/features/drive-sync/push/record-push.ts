import { z } from 'zod';
import { entityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { lockReadableDrive } from '../connection/lock-readable-drive.ts';
import { FINDS } from '../poll/silent-channels.ts';
import { drivesTopic } from '../connection/drive-subject.ts';

const ARE_PUSHED = defineStatement({
  name: 'are-change-feeds-pushed',
  scope: 'tenant',
  row: z.strictObject({ all: z.boolean() }),
  sql: `
select not exists (
  select from drive_change_feeds l
  where l.workspace_id = :workspaceId and l.connection_id = :id and l.cursor is not null and not exists (
    select from drive_channels h
    where h.workspace_id = l.workspace_id and h.connection_id = l.connection_id and h.drive_id = l.drive_id
      and l.unrung < ${FINDS} and h.retired_at is null and h.resource_id is not null
      and h.expires_at > :now)) as all`,
});

/**
 * Records whether a connection has push notifications: it does if each of its logs has a working channel. If not, and a
 * channel `failed` to open, it is `no_push` and only polled periodically.
 */
export async function recordPush(
  db: Database,
  named: { workspaceId: string; id: string },
  failed: boolean,
): Promise<void> {
  const { workspaceId } = named;
  const now = new Date();
  await entityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
    const drive = await lockReadableDrive(em, named);
    if (!drive) return;
    const { all: isPushed } = await ARE_PUSHED.one(em, { ...named, now });
    const push = isPushed ? 'channel' : 'none';
    const reason = isPushed ? null : 'no_push';
    if ((!isPushed && !failed) || (drive.push === push && drive.stateReason === reason)) return;
    drive.push = push;
    drive.updatedAt = now;
    if (drive.stateReason === null || drive.stateReason === 'no_push') {
      if (drive.stateReason !== reason) drive.stateAt = now;
      drive.state = isPushed ? 'connected' : 'degraded';
      drive.stateReason = reason;
    }
    await publish(em, drivesTopic(workspaceId));
  });
}
