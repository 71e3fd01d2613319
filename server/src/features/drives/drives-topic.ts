import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** Says that the connections of a workspace have changed, or how they fare. */
export const drivesTopic = (workspaceId: string) => topicOf(workspaceId, topics.drives);
