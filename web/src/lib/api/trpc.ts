import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '@training/server/router';
import { PERSON_HEADER, WORKSPACE_HEADER } from '@training/shared/sessions';
import { httpBatchLink, httpLink, httpSubscriptionLink, isNonJsonSerializable, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { isSharedDevice, lockDevice } from '../shared-device.ts';
import { createQueryDefaults } from '../query-defaults.ts';
import { toDisplayableProblem } from './problem.ts';

export const trpc = createTRPCReact<AppRouter>();

/** Creates a client for one workspace and person, or for none: then only `session.*` and `passkeys.*` work. */
export function createWorkspaceTrpcClient(workspace: string | null, person?: string) {
  const url = '/api/trpc';
  const params =
    workspace === null
      ? {}
      : { [WORKSPACE_HEADER]: workspace, ...(isSharedDevice && person !== undefined && { [PERSON_HEADER]: person }) };
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        // An EventSource can't send headers.
        true: httpSubscriptionLink({ url, connectionParams: params }),
        false: splitLink({
          condition: ({ context }) => context['isKeptAlive'] === true,
          true: httpLink({ url, headers: params, fetch: (to, init) => fetch(to, { ...init, keepalive: true }) }),
          false: splitLink({
            // Files are sent unmodified, each in its own request, as are slow queries.
            condition: ({ input, context }) => isNonJsonSerializable(input) || context['isSlow'] === true,
            true: httpLink({ url, headers: params }),
            false: httpBatchLink({ url, maxURLLength: 2000, maxItems: 20, headers: params }),
          }),
        }),
      }),
    ],
  });
}

/** Options of a small mutation that must arrive although its page is left or closed. */
export const KEEPALIVE_REQUEST_OPTIONS = { context: { isKeptAlive: true } };

/** Options of a slow query: sent separately, so that others on the page don't wait for it. */
export const SLOW_QUERY_OPTIONS = { trpc: { context: { isSlow: true } } };

/** Error codes that invalidate the current session state. */
const SESSION_CODES = new Set(['not_signed_in', 'not_a_member', 'workspace_moved', 'passkey_required']);

/** Creates a cache. `onSessionLost` runs when a response says that the session or membership has ended. */
export function createQueryClient(onSessionLost: () => void) {
  const onError = (error: unknown) => {
    if (!SESSION_CODES.has(toDisplayableProblem(error).code)) return;
    if (isSharedDevice) lockDevice();
    else onSessionLost();
  };
  const cache = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: createQueryDefaults(toDisplayableProblem),
  });
  askAgainAfterFirst(cache);
  return cache;
}

/**
 * Refetches a query that was invalidated during its first fetch, whose result may be outdated. The cache would consider
 * it current. The result is shown meanwhile: discarding it could repeat forever.
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
