import { randomUUID } from 'node:crypto';
import { createTRPCClient, httpLink, httpSubscriptionLink, TRPCClientError } from '@trpc/client';
import type { LiveStreamEnd, LiveMessage, LiveTopic } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { AppRouter } from '../src/app/router.ts';
import { eventSourceWith } from './event-source.ts';
import type { Client } from './server.ts';

/** Somebody who is signed in, where a workspace's pages are open. */
export type Visitor = { cookie: string; workspace: string };

/** Milliseconds until a page opens a stream again that was ended; a browser's waits longer. */
const AGAIN = 20;

/** A client for subscriptions, as a browser's page has it: the workspace comes with the address. */
function streamClient(base: string, { cookie, workspace }: Visitor): Client {
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

type Refusal = { code: string; status: number };

/** Returns the refusal that an error contains; undefined if nothing answered. */
function refusalOf(error: unknown): Refusal | undefined {
  const data = error instanceof TRPCClientError ? error.data : undefined;
  return data ? { code: String(data.app_code), status: Number(data.httpStatus) } : undefined;
}

type Page<T> = {
  topics: LiveTopic[];
  /** Asks for what the page shows, each time that it is told of a change. */
  read: (client: Client) => Promise<T>;
  /** Returns true if nothing more will come. */
  isLast?: (seen: T) => boolean;
};

/** A page as the console has it: what it is told, what it then sees, in order, and how it ends. */
export function openPage<T>(base: string, visitor: Visitor, { topics, read, isLast = () => false }: Page<T>) {
  const headers = { origin: base, cookie: visitor.cookie, [WORKSPACE_HEADER]: visitor.workspace };
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${base}/api/trpc`, headers })] });
  const streams = streamClient(base, visitor);
  const told: (LiveMessage | LiveStreamEnd)[] = [];
  const seen: T[] = [];
  const ended = Promise.withResolvers<'complete' | Refusal>();
  const tab = randomUUID();
  let connections = 0;
  let isOpen = true;
  let looks = 0;
  let stream = open();

  function open() {
    return streams.live.follow.subscribe(
      { tab, topics },
      {
        onStarted: () => void connections++,
        onData(said) {
          told.push(said);
          if (said.type === 'news' || said.reason === 'signed_out') void look();
        },
        onComplete: () => void setTimeout(() => isOpen && (stream = open()), AGAIN),
        onError: (error) => end(refusalOf(error) ?? { code: String(error), status: 0 }),
      },
    );
  }

  /** One look at a time; what is told meanwhile makes one more. */
  async function look() {
    if (++looks > 1) return;
    while (isOpen && looks > 0) {
      looks = 1;
      try {
        const now = await read(client);
        seen.push(now);
        if (isLast(now)) end('complete');
      } catch (error) {
        const refusal = refusalOf(error);
        // A server that is away is asked again once the stream is there again.
        if (refusal && refusal.status < 500) end(refusal);
      }
      looks--;
    }
  }

  function end(how: 'complete' | Refusal) {
    isOpen = false;
    stream.unsubscribe();
    ended.resolve(how);
  }

  return {
    told,
    seen,
    ended: ended.promise,
    connections: () => connections,
    stop() {
      isOpen = false;
      stream.unsubscribe();
    },
  };
}
