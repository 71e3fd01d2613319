import { useDocumentVisibility } from '@mantine/hooks';
import { skipToken } from '@tanstack/react-query';
import type { AiJobState } from '@training/shared/ai-jobs';
import { useEffect } from 'react';
import { trpc } from '../../../lib/trpc.ts';

/** How often a job is asked for while its live news do not come through, in milliseconds. */
const POLL_INTERVAL = 2000;

export function hasEnded(state: AiJobState): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}

/** A job as a query, kept up to date until it has ended: live while somebody looks, else by asking again. */
export function useJob(id: string | null) {
  const jobs = trpc.useUtils().ai.get;
  const job = trpc.ai.get.useQuery(id === null ? skipToken : { id });
  const isFollowed = job.data !== undefined && !hasEnded(job.data.state);
  const isSeen = useDocumentVisibility() === 'visible';
  const news = trpc.ai.watch.useSubscription(isSeen && isFollowed && id !== null ? { id } : skipToken, {
    onData: (next) => jobs.setData({ id: next.id }, next),
  });
  const isPolled = isFollowed && news.status !== 'pending';
  const { refetch } = job;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => void refetch(), POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [isPolled, refetch]);
  return job;
}
