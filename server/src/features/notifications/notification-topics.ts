import { topics } from '@training/shared/live';
import type { Visibility } from '../../core/context.ts';
import { topicOf } from '../../platform/live.ts';

/** Topic published when a workspace's notification matrix, times or chat channel change. */
export const notificationsTopic = (workspaceId: string) => topicOf(workspaceId, topics.notifications);

/** Topic published when a user's inbox changes. */
export const inboxTopic = (workspaceId: string, userId: string) => topicOf(workspaceId, topics.inbox(userId));

/** Only lets users follow their own inbox. */
export async function visibilityOfInboxes(_on: unknown, _workspaceId: string, ids: string[]): Promise<Visibility> {
  return new Map(ids.map((id) => [id, ({ actor }) => actor.kind === 'user' && actor.id === id]));
}

/** `inboxTopic` as SQL, for the user `u.recipient_id`. */
export const INBOX_TOPIC = `concat(:workspaceId::text, '/inbox/', u.recipient_id)`;
