import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '@training/server/router';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { httpBatchLink, httpLink, httpSubscriptionLink, isNonJsonSerializable, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { isPassing, problemOf } from './problem.ts';

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
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal stays a refusal; a server that is restarting is asked again.
        retry: (failures, error) => failures < 2 && isPassing(problemOf(error).status),
        retryDelay: (attempt) => 300 * 2 ** attempt,
      },
      // Without this, a browser that believes itself offline leaves a page loading for ever.
      mutations: { networkMode: 'always' },
    },
  });
}
