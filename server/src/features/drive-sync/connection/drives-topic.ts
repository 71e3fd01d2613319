import { topics } from '@training/shared/live';
import { topicOf } from '../../../platform/live.ts';

/** Topic published when a workspace's drive connections or their status change. */
export const drivesTopic = (workspaceId: string) => topicOf(workspaceId, topics.drives);
