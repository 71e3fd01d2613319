import type { DefaultOptions } from '@tanstack/react-query';
import { type HttpProblem, isPassing } from './http-error.ts';

/** When a cache asks again; `problemOf` reads the errors that its queries throw. */
export function askingOf(problemOf: (error: unknown) => HttpProblem): DefaultOptions {
  return {
    queries: {
      staleTime: 10_000,
      // A refusal stays a refusal; a server that is restarting is asked again.
      retry: (failures, error) => failures < 2 && isPassing(problemOf(error).status),
      retryDelay: (attempt) => 300 * 2 ** attempt,
    },
    // Without this, a browser that believes itself offline leaves a page loading for ever.
    mutations: { networkMode: 'always' },
  };
}
