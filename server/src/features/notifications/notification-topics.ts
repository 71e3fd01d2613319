import { liveTopics } from '@training/shared/live';
import type { VisibilityById } from '../../core/context.ts';
import { workspaceLiveTopicOf } from '../../platform/topic-changes.ts';

/** Topic published when a workspace's notification matrix, times or chat channel change. */
export const workspaceNotificationSettingsLiveTopicOf = (workspaceId: string) =>
  workspaceLiveTopicOf(workspaceId, liveTopics.notifications);

/** Topic published when a user's inbox changes. */
export const inboxLiveTopicOf = (workspaceId: string, userId: string) =>
  workspaceLiveTopicOf(workspaceId, liveTopics.inbox(userId));

/** Only lets users follow their own inbox. */
export async function visibilityOfInboxTopics(
  _on: unknown,
  _workspaceId: string,
  ids: string[],
): Promise<VisibilityById> {
  return new Map(ids.map((id) => [id, ({ actor }) => actor.kind === 'user' && actor.id === id]));
}

/** `inboxLiveTopicOf` as SQL, for the user `u.recipient_id`. */
export const INBOX_LIVE_TOPIC_SQL = `concat(:workspaceId::text, '/inbox/', u.recipient_id)`;
