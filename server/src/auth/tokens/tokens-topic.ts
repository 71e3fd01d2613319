import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** Says that the workspace's list of API tokens has changed, or when one was used. */
export const tokensTopic = (workspaceId: string) => topicOf(workspaceId, topics.tokens);
