import { liveTopics } from '@training/shared/live';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';

/** Queries a module with live updates. */
export function useModule(id: string) {
  return useLiveQuery(trpc.modules.get.useQuery({ id }), { topic: liveTopics.module(id) });
}
