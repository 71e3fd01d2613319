import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** Says that the endpoints of the workspace have changed, or how they fare. */
export const webhooksTopic = (workspaceId: string) => topicOf(workspaceId, topics.webhooks);
