import { topics } from '@training/shared/live';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { trpc } from '../../../lib/api/trpc.ts';

/** Returns the reviewer's next module in the queue; undefined while loading. */
export function useNext(moduleId: string) {
  const next = trpc.reviews.next.useQuery({ module_id: moduleId });
  return useLiveQuery(next, { topic: topics.reviews }).data;
}
