import { liveTopics } from '@training/shared/live';
import type { VisibilityById } from '../../core/context.ts';
import { workspaceTopicOf } from '../../platform/topic-changes.ts';

/** Topic published when a workspace's notification matrix, times or chat channel change. */
export const workspaceNotificationSettingsTopicOf = (workspaceId: string) =>
  workspaceTopicOf(workspaceId, liveTopics.notifications);

/** Topic published when a user's inbox changes. */
export const inboxTopicOf = (workspaceId: string, userId: string) =>
  workspaceTopicOf(workspaceId, liveTopics.inbox(userId));

/** Only lets users follow their own inbox. */
export async function visibilityOfInboxTopics(
  _on: unknown,
  _workspaceId: string,
  ids: string[],
): Promise<VisibilityById> {
  return new Map(ids.map((id) => [id, ({ actor }) => actor.kind === 'user' && actor.id === id]));
}

/** `inboxTopicOf` as SQL, for the user `u.recipient_id`. */
export const INBOX_LIVE_TOPIC_SQL = `concat(:workspaceId::text, '/inbox/', u.recipient_id)`;
