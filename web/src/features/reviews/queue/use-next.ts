import { topics } from '@training/shared/live';
import { useLiveQuery } from '../../../lib/live-query.ts';
import { trpc } from '../../../lib/trpc.ts';

/** What follows a module in the queue, for its reviewer; undefined while that is on its way. */
export function useNext(moduleId: string) {
  const next = trpc.reviews.next.useQuery({ module_id: moduleId });
  return useLiveQuery(next, { topic: topics.reviews }).data;
}
