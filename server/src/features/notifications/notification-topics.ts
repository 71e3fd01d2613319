import { topics } from '@training/shared/live';
import type { Visibility } from '../../context.ts';
import { topicOf } from '../../platform/live.ts';

/** Says that the matrix of notifications, its times or the chat channel have changed. */
export const notificationsTopic = (workspaceId: string) => topicOf(workspaceId, topics.notifications);

/** Says that somebody's bell has changed. */
export const inboxTopic = (workspaceId: string, userId: string) => topicOf(workspaceId, topics.inbox(userId));

/** Who may follow these bells: whose they are. */
export async function visibilityOfInboxes(_on: unknown, _workspaceId: string, ids: string[]): Promise<Visibility> {
  return new Map(ids.map((id) => [id, ({ actor }) => actor.kind === 'user' && actor.id === id]));
}

/** As `inboxTopic`, as SQL: the bell of the person `u.recipient_id`. */
export const INBOX_TOPIC = `concat(:workspaceId::text, '/inbox/', u.recipient_id)`;
