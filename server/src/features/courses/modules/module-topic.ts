import { topics } from '@training/shared/live';
import { topicOf } from '../../../platform/live.ts';

/** Topic for changes of a module: its content, state and comments. */
export const moduleTopic = (workspaceId: string, moduleId: string) => topicOf(workspaceId, topics.module(moduleId));

/** Topic for changes of the review queue. */
export const reviewQueueTopic = (workspaceId: string) => topicOf(workspaceId, topics.reviews);

/** Topic for workflow changes of any module, such as a submission, query or publication. */
export const contentTopic = (workspaceId: string) => topicOf(workspaceId, topics.content);
