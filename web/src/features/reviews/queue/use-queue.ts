import { keepPreviousData } from '@tanstack/react-query';
import type { ListReviews } from '@training/shared/reviews';
import { useLiveQuery } from '../../../lib/live-query.ts';
import { trpc } from '../../../lib/trpc.ts';

/** The queue as a query that follows what others submit, claim and decide, while somebody looks. */
export function useQueue(filters: ListReviews) {
  const { queue: cache } = trpc.useUtils().reviews;
  const procedures = { read: trpc.reviews.queue, watch: trpc.reviews.watchQueue, cache };
  return useLiveQuery(procedures, filters, { placeholderData: keepPreviousData, isFollowed: () => true });
}
