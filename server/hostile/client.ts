import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '../src/app/router.ts';
import { balanced, headersOf, type Who } from './call.ts';
import type { Target } from './target.ts';

/** Typed calls of somebody of the tenant; a call that has no answer after a minute, or after `signal`, is refused. */
export function clientOf({ bases, tenant }: Target, who: Who, signal?: AbortSignal): TRPCClient<AppRouter> {
  // One origin a request: which instance is asked is decided when it is sent.
  const send = (url: string | URL | Request, init?: RequestInit) =>
    balanced(bases, (base) => {
      const deadline = AbortSignal.timeout(60_000);
      const headers = new Headers({ 'content-type': 'application/json' });
      new Headers(init?.headers).forEach((value, name) => headers.set(name, value));
      for (const [name, value] of Object.entries(headersOf(tenant, who, base))) headers.set(name, value);
      return fetch(addressOf(url).replace('http://instance', base), {
        ...init,
        headers,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
    });
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: 'http://instance/api/trpc', fetch: send })] });
}

/** The status of a typed call that was refused; 0 where it got no answer. */
export function statusOf(error: unknown): number {
  const data = error instanceof Object && 'data' in error ? error.data : undefined;
  return data instanceof Object && 'httpStatus' in data ? Number(data.httpStatus) : 0;
}

const addressOf = (url: string | URL | Request) => (url instanceof Request ? url.url : url.toString());
