import { topics } from '@training/shared/live';
import { useLiveQuery } from '../../lib/live-query.ts';
import { trpc } from '../../lib/trpc.ts';

/** A module as a query that follows what others do to it, while somebody looks. */
export function useModule(id: string) {
  return useLiveQuery(trpc.modules.get.useQuery({ id }), { topic: topics.module(id) });
}
