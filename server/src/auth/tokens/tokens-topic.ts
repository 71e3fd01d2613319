import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** Topic of the workspace's list of API tokens. Notified when the list changes and when a use is recorded. */
export const tokensTopic = (workspaceId: string) => topicOf(workspaceId, topics.tokens);
