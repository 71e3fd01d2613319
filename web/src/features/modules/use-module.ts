import { useLiveQuery } from '../../lib/live-query.ts';
import { trpc } from '../../lib/trpc.ts';

/** A module as a query that follows what others do to it, while somebody looks. */
export function useModule(id: string) {
  const { get: cache } = trpc.useUtils().modules;
  return useLiveQuery({ read: trpc.modules.get, watch: trpc.modules.watch, cache }, { id });
}
