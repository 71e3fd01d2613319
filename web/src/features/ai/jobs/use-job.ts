import { skipToken } from '@tanstack/react-query';
import type { AiJob, AiJobState } from '@training/shared/ai/ai-jobs';
import { liveTopics } from '@training/shared/live';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useNavigate } from '@tanstack/react-router';

/** Returns a function that opens a job's page; `also` is another job started with it. */
export function useNavigateToJob() {
  const navigate = useNavigate({ from: '/$workspace' });
  return (job: string, also?: string) =>
    navigate({ to: '/$workspace/ai/jobs/$job', params: { job }, search: { also } });
}

export function hasJobEnded(state: AiJobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/** Returns true if a replacement for an item is being generated. */
const isBeingChanged = (job: AiJob) =>
  'others' in job && job.others.some(({ state }) => state === 'making' || state === 'parked');

/** Queries a job, with live updates until it has ended and no replacements are being generated. */
export function useJob(id: string | null) {
  return useLiveQuery(trpc.ai.get.useQuery(id === null ? skipToken : { id }), {
    topic: id === null ? null : liveTopics.aiJob(id),
    isFollowed: (job) => job !== undefined && (!hasJobEnded(job.state) || isBeingChanged(job)),
    interval: 3000,
  });
}
