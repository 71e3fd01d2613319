import {
  DEFAULT_DIGEST_TIME,
  type WorkspaceNotificationSettings,
  type WorkspaceNotificationTimes,
  type SwitchCategoryInChannel,
} from '@training/shared/notifications/notification-settings';
import type { Context } from '../../core/context.ts';
import { translatorIn } from '../../core/messages.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { workspaceNotificationSettingsLiveTopicOf } from './notification-topics.ts';
import { WorkspaceNotificationTimesEntity, WorkspaceNotificationSwitchEntity } from './notification-settings.entity.ts';
import { readWorkspaceNotificationSettings } from './read-matrix.ts';
import { SWITCHABLE_CHANNEL_DEFAULTS } from '@training/shared/notifications/notifications';

/**
 * Changes one switch of the matrix (rules/notifications 2). An unchanged value has no effect. Applies to new
 * notifications and to those waiting to be sent.
 */
export async function setWorkspaceNotificationSwitch(
  ctx: Context,
  { category, channel, enabled }: SwitchCategoryInChannel,
): Promise<WorkspaceNotificationSettings> {
  const { workspace, now } = ctx;
  await inTransaction(ctx, async (em) => {
    await lockWorkspace(em, workspace.id);
    const moved = await em.findOne(WorkspaceNotificationSwitchEntity, { category, channel });
    const before = moved?.enabled ?? SWITCHABLE_CHANNEL_DEFAULTS[channel];
    if (before === enabled) return;
    if (moved) em.assign(moved, { enabled, updatedAt: now });
    else
      em.create(WorkspaceNotificationSwitchEntity, {
        workspaceId: workspace.id,
        category,
        channel,
        enabled,
        updatedAt: now,
      });
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'notifications.switched',
      subject: { kind: 'notifications', id: null, name: translatorIn('notifications', 'en')(`category.${category}`) },
      changes: { [channel]: [before, enabled] },
    });
    await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(workspace.id));
  });
  return readWorkspaceNotificationSettings(ctx);
}

const NONE = { quietFrom: null, quietTo: null, digestAt: DEFAULT_DIGEST_TIME };

type Times = { quietFrom?: string | null; quietTo?: string | null; digestAt: string };

/** Sets quiet hours and digest time (rules/notifications 6). Unchanged values have no effect. */
export async function setWorkspaceQuietHoursAndDigestTime(
  ctx: Context,
  { quiet, digest_at }: WorkspaceNotificationTimes,
): Promise<WorkspaceNotificationSettings> {
  const { workspace, now } = ctx;
  await inTransaction(ctx, async (em) => {
    await lockWorkspace(em, workspace.id);
    const kept = await em.findOne(WorkspaceNotificationTimesEntity, { workspaceId: workspace.id });
    const after = { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, digestAt: digest_at };
    const changes = changesOf(kept ?? NONE, after);
    if (Object.keys(changes).length === 0) return;
    if (kept) em.assign(kept, { ...after, updatedAt: now });
    else em.create(WorkspaceNotificationTimesEntity, { workspaceId: workspace.id, ...after, updatedAt: now });
    await em.flush();
    const subject = { kind: 'notifications', id: null, name: 'notifications' };
    await recordEvent(em, ctx, { action: 'notifications.updated', subject, changes });
    await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(workspace.id));
  });
  return readWorkspaceNotificationSettings(ctx);
}

/** Changes as shown in the audit log: `field: [before, after]`. */
function changesOf(before: Times, after: Times): Record<string, [unknown, unknown]> {
  const pairs = [
    ['quiet_hours', inWords(before), inWords(after)],
    ['digest_at', before.digestAt, after.digestAt],
  ] as const;
  return Object.fromEntries(
    pairs.filter(([, from, to]) => from !== to).map(([field, from, to]) => [field, [from, to]]),
  );
}

const inWords = ({ quietFrom, quietTo }: Times) => (quietFrom && quietTo ? `${quietFrom}–${quietTo}` : null);
