import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '@training/server/router';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { httpBatchLink, httpLink, httpSubscriptionLink, isNonJsonSerializable, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { askingOf } from './asking.ts';
import { problemOf } from './problem.ts';

export const trpc = createTRPCReact<AppRouter>();

/** A client that speaks for one workspace, or for none: then only `session.*` answers. */
export function createClient(workspace: string | null) {
  const url = '/api/trpc';
  const params = workspace === null ? {} : { [WORKSPACE_HEADER]: workspace };
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        // An EventSource sends no headers.
        true: httpSubscriptionLink({ url, connectionParams: params }),
        false: splitLink({
          // Files go as they are, each in a request of its own, and what takes longer than the rest of its page.
          condition: ({ input, context }) => isNonJsonSerializable(input) || context['isSlow'] === true,
          true: httpLink({ url, headers: params }),
          false: httpBatchLink({ url, maxURLLength: 2000, maxItems: 20, headers: params }),
        }),
      }),
    ],
  });
}

/** Options of a query whose answer takes longer: the others of the page do not wait for it. */
export const SLOW = { trpc: { context: { isSlow: true } } };

/** Codes after which what we believe about the session is no longer true. */
const SESSION_CODES = new Set(['not_signed_in', 'not_a_member']);

/** A cache; `onSessionLost` runs when an answer says that the session or the membership has ended. */
export function createCache(onSessionLost: () => void) {
  const onError = (error: unknown) => {
    if (SESSION_CODES.has(problemOf(error).code)) onSessionLost();
  };
  const cache = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: askingOf(problemOf),
  });
  askAgainAfterFirst(cache);
  return cache;
}

/**
 * Asks once more where something changed while the first answer was on its way, which may be of before. Of itself the
 * cache takes it for the newest. It is shown until then: to drop it could go on without end.
 */
function askAgainAfterFirst(cache: QueryClient): void {
  const changed = new WeakSet<Query>();
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isFirst = query.state.data === undefined && query.state.fetchStatus === 'fetching';
    if (action.type === 'invalidate' && isFirst) changed.add(query);
    if (action.type === 'success' && changed.delete(query)) {
      void cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  });
}
