import type { NotificationMatrix, SwitchNotification } from '@training/shared/notifications/notification-settings';
import { describeCategory, SWITCHED_CHANNELS } from '@training/shared/notifications/notifications';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publish } from '../../platform/live.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockWorkspace } from '../workspaces/lock-workspace.ts';
import { notificationsTopic } from './notification-topics.ts';
import { NotificationSwitchEntity } from './notification-settings.entity.ts';
import { readMatrix } from './read-matrix.ts';

/**
 * Changes one switch of the matrix (rules/notifications 2). An unchanged value has no effect. Applies to new
 * notifications and to those waiting to be sent.
 */
export async function switchNotification(
  ctx: Context,
  { category, channel, enabled }: SwitchNotification,
): Promise<NotificationMatrix> {
  const { workspace, now } = ctx;
  await inTransaction(ctx, async (em) => {
    await lockWorkspace(em, workspace.id);
    const moved = await em.findOne(NotificationSwitchEntity, { category, channel });
    const before = moved?.enabled ?? SWITCHED_CHANNELS[channel];
    if (before === enabled) return;
    if (moved) em.assign(moved, { enabled, updatedAt: now });
    else em.create(NotificationSwitchEntity, { workspaceId: workspace.id, category, channel, enabled, updatedAt: now });
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'notifications.switched',
      subject: { kind: 'notifications', id: null, name: describeCategory(category).label },
      changes: { [channel]: [before, enabled] },
    });
    await publish(em, notificationsTopic(workspace.id));
  });
  return readMatrix(ctx);
}
