import type { AiJobState } from '@training/shared/ai/ai-jobs';
import { topics } from '@training/shared/live';
import { topicOf } from '../../../platform/live.ts';

/** Terminal states of a job. */
const ENDED: ReadonlySet<AiJobState> = new Set<AiJobState>(['succeeded', 'failed', 'cancelled']);

export function hasEnded({ state }: { state: AiJobState }): boolean {
  return ENDED.has(state);
}

/** Topic for changes of a job. */
export const aiJobTopic = (workspaceId: string, id: string) => topicOf(workspaceId, topics.aiJob(id));
