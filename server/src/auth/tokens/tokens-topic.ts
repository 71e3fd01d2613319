import { liveTopics } from '@training/shared/live';
import { workspaceLiveTopicOf } from '../../platform/topic-changes.ts';

/** Topic of the workspace's list of API tokens. Notified when the list changes and when a use is recorded. */
export const tokensLiveTopicOf = (workspaceId: string) => workspaceLiveTopicOf(workspaceId, liveTopics.tokens);
