import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** Says that a module has changed: its content, its state, its comments. */
export const moduleTopic = (workspaceId: string, moduleId: string) => topicOf(workspaceId, topics.module(moduleId));

/** Says that the review queue has changed. */
export const reviewQueueTopic = (workspaceId: string) => topicOf(workspaceId, topics.reviews);

/** Says that some module stands elsewhere than before: it was submitted, queried, published. */
export const contentTopic = (workspaceId: string) => topicOf(workspaceId, topics.content);
