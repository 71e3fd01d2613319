import { skipToken } from '@tanstack/react-query';
import type { AiJobState } from '@training/shared/ai-jobs';
import { topics } from '@training/shared/live';
import { useLiveQuery } from '../../../lib/live-query.ts';
import { trpc } from '../../../lib/trpc.ts';

export function hasEnded(state: AiJobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/** A job as a query that is followed until it has ended, while somebody looks. */
export function useJob(id: string | null) {
  return useLiveQuery(trpc.ai.get.useQuery(id === null ? skipToken : { id }), {
    topic: id === null ? null : topics.aiJob(id),
    isFollowed: (job) => job !== undefined && !hasEnded(job.state),
    interval: 3000,
  });
}
