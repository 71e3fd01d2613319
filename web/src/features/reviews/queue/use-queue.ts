import { keepPreviousData } from '@tanstack/react-query';
import { topics } from '@training/shared/live';
import type { ListReviews } from '@training/shared/reviews/reviews';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';

/** Queries the review queue with live updates. */
export function useQueue(filters: ListReviews) {
  const queue = trpc.reviews.queue.useQuery(filters, { placeholderData: keepPreviousData });
  return useLiveQuery(queue, { topic: topics.reviews, isFollowed: () => true });
}
