import { createTRPCClient, httpSubscriptionLink, TRPCClientError } from '@trpc/client';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { AppRouter } from '../src/router.ts';
import { eventSourceWith } from './event-source.ts';
import type { Client } from './server.ts';

/** A client for subscriptions, as a browser's page has it: the workspace comes with the address. */
export function streamClient(base: string, { cookie, workspace }: { cookie: string; workspace: string }): Client {
  return createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${base}/api/trpc`,
        connectionParams: { [WORKSPACE_HEADER]: workspace },
        EventSource: eventSourceWith({ cookie }),
      }),
    ],
  });
}

type Handlers<T> = {
  onStarted(): void;
  onData(seen: T): void;
  onComplete(): void;
  onError(error: unknown): void;
};

/** What a subscription brings, in order, and how it ends. */
export function follow<T>(subscribe: (handlers: Handlers<T>) => { unsubscribe(): void }) {
  const seen: T[] = [];
  const ended = Promise.withResolvers<'complete' | { code: string; status: number }>();
  let connections = 0;
  const subscription = subscribe({
    onStarted: () => void connections++,
    onData: (value) => void seen.push(value),
    onComplete: () => ended.resolve('complete'),
    onError(error) {
      const data = error instanceof TRPCClientError ? error.data : undefined;
      ended.resolve({ code: String(data?.app_code), status: Number(data?.httpStatus) });
    },
  });
  return { seen, ended: ended.promise, connections: () => connections, stop: () => subscription.unsubscribe() };
}
