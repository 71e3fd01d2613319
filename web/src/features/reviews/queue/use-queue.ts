import { useDocumentVisibility } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import type { ListReviews } from '@training/shared/reviews';
import { trpc } from '../../../lib/trpc.ts';

/** How often the queue is asked for while its live news do not come through, in milliseconds. */
const POLL_INTERVAL = 5000;

/** The queue as a query that follows what others submit, claim and decide, while somebody looks. */
export function useQueue(filters: ListReviews) {
  const queue = trpc.useUtils().reviews.queue;
  const news = trpc.reviews.watchQueue.useSubscription(filters, {
    enabled: useDocumentVisibility() === 'visible',
    onData: (next) => queue.setData(filters, next),
  });
  return trpc.reviews.queue.useQuery(filters, {
    placeholderData: keepPreviousData,
    refetchInterval: news.status === 'pending' ? false : POLL_INTERVAL,
  });
}
