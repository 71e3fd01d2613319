import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** Topic published when the workspace's endpoints or their status change. */
export const webhooksTopic = (workspaceId: string) => topicOf(workspaceId, topics.webhooks);
