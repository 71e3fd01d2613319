import { keepPreviousData } from '@tanstack/react-query';
import { topics } from '@training/shared/live';
import type { ListReviews } from '@training/shared/reviews';
import { useLiveQuery } from '../../../lib/live-query.ts';
import { trpc } from '../../../lib/trpc.ts';

/** Queries the review queue with live updates. */
export function useQueue(filters: ListReviews) {
  const queue = trpc.reviews.queue.useQuery(filters, { placeholderData: keepPreviousData });
  return useLiveQuery(queue, { topic: topics.reviews, isFollowed: () => true });
}
