import type { DefaultOptions } from '@tanstack/react-query';
import { type HttpProblem, isTemporaryStatus } from './api/http-error.ts';

/** Returns the default retry options of a query cache. `toDisplayableProblem` reads the errors of its queries. */
export function createQueryDefaults(problemOf: (error: unknown) => HttpProblem): DefaultOptions {
  return {
    queries: {
      staleTime: 10_000,
      // Retries only temporary failures, such as a restarting server, and not refusals.
      retry: (failures, error) => failures < 2 && isTemporaryStatus(problemOf(error).status),
      retryDelay: (attempt) => 300 * 2 ** attempt,
    },
    // By default, a browser that believes to be offline would leave a page loading forever.
    mutations: { networkMode: 'always' },
  };
}
