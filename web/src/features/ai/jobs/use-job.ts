import { skipToken } from '@tanstack/react-query';
import type { AiJobState } from '@training/shared/ai-jobs';
import { useLiveQuery } from '../../../lib/live-query.ts';
import { trpc } from '../../../lib/trpc.ts';

export function hasEnded(state: AiJobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/** A job as a query that is followed until it has ended, while somebody looks. */
export function useJob(id: string | null) {
  const { get: cache } = trpc.useUtils().ai;
  return useLiveQuery({ read: trpc.ai.get, watch: trpc.ai.watch, cache }, id === null ? skipToken : { id }, {
    isFollowed: (job) => job !== undefined && !hasEnded(job.state),
    interval: 2000,
  });
}
