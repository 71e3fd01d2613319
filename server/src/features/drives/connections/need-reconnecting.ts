import { DriveKind, type DriveReason } from '@training/shared/drives';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { publish } from '../../../platform/live.ts';
import { recordEvent } from '../../events/record-event.ts';
import { driveSubject } from '../drive-subject.ts';
import { drivesTopic } from '../drives-topic.ts';

const NEED = defineStatement({
  name: 'need-reconnecting',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), kind: DriveKind, account: z.string() }),
  sql: `
update drive_connections set state = 'reconnect_needed', state_reason = :reason, state_at = :now, updated_at = :now,
  next_poll_at = null, polling_until = null
where workspace_id = :workspaceId and id = :id and state in ('connected', 'degraded')
returning id, kind, account`,
});

/** Says once that nothing can be read of a drive until somebody connects it again (rules/drives 2). */
export async function needReconnecting(
  on: Runner,
  ctx: Context,
  id: string,
  reason: Extract<DriveReason, 'access_lost' | 'undecryptable'>,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const needing = await NEED.first(on, { workspaceId, id, reason, now: ctx.now });
  if (!needing) return;
  const { kind, account } = needing;
  await recordEvent(on, ctx, {
    action: 'drive.reconnect_needed',
    subject: driveSubject(needing),
    changes: { reason },
    outgoing: { connection_id: id, kind, account, reason },
  });
  await publish(on, drivesTopic(workspaceId));
}
