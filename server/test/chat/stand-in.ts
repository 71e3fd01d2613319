import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChatServiceKind } from '@training/shared/notifications/chat';
import type { RawAnswer } from '../ai/raw-answer.ts';
import { send } from '../ai/scenarios.ts';
import {
  CHAT_SCENARIOS,
  CHAT_SERVICES,
  isSigned,
  SIGN_MISMATCH,
  type ChatScenario,
  type ChatService,
  type Shown,
} from './services.ts';

/** A request as it came. */
export type ChatPost = {
  kind: ChatServiceKind;
  token: string;
  /** By `performance.now()`. */
  at: number;
  body: string;
  /** True if it came sooner than the service's limits permit. */
  tooSoon: boolean;
  /** Message as the channel shows it; undefined if it was refused. */
  shown: Shown | undefined;
};

export type ChatStandIn = Awaited<ReturnType<typeof startChatStandIn>>;

type Options = { port?: number; arrived?: (post: ChatPost) => void };

/**
 * The four services as far as webhooks go, on a port of its own, each in the folder of its host. The first word of a
 * token says what its webhook does. It keeps the services' limits itself, and refuses what comes too soon.
 */
export async function startChatStandIn({ port = 0, arrived = () => undefined }: Options = {}) {
  const posts: ChatPost[] = [];
  const scenarios = new Map<string, ChatScenario | RawAnswer>();
  const failing = new Set<string>();
  let held: Promise<void> = Promise.resolve();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const [, host = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const service = Object.values(CHAT_SERVICES).find((each) => each.host === host);
    if (!service || request.method !== 'POST') return send(response, { status: 404, body: 'not found' });
    const url = new URL(path, `https://${host}`);
    const token = service.tokenOf(url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    const post: ChatPost = {
      kind: service.kind,
      token,
      at,
      body,
      tooSoon: isTooSoon(service, token, at),
      shown: undefined,
    };
    posts.push(post);
    const scenario = scenarios.get(token) ?? CHAT_SCENARIOS.find((each) => token.startsWith(each)) ?? 'revoked';
    await held;
    if (scenario === 'slow') return;
    const answer = post.tooSoon ? service.answers.limited : answerOf(service, scenario, post);
    arrived(post);
    send(response, answer);
  }

  function isTooSoon({ kind, limits }: ChatService, token: string, at: number): boolean {
    const before = posts.filter((post) => post.kind === kind && post.token === token);
    return limits.some(({ most, within }) => before.filter((post) => at - post.at < within).length >= most);
  }

  function answerOf(
    service: ChatService,
    scenario: Exclude<ChatScenario, 'slow'> | RawAnswer,
    post: ChatPost,
  ): RawAnswer {
    if ([...failing].some((words) => post.body.includes(words))) return { status: 500, body: 'internal error' };
    if (typeof scenario === 'object') return scenario;
    if (scenario === 'html') return { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' };
    if (scenario !== 'good') return service.answers[scenario];
    if (Buffer.byteLength(post.body) > service.mostBytes) return service.invalid;
    const message: unknown = JSON.parse(post.body);
    const shown = service.show(message);
    if (!shown) return service.invalid;
    if (post.token.includes('signed') && !isSigned(message)) return SIGN_MISMATCH;
    post.shown = shown;
    return service.good;
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, body: String(error) });
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  const url = `http://127.0.0.1:${address.port}`;

  return {
    url,
    /** The settings that have a server post to it. */
    env: { CHAT_BASE_URL: url, OUTGOING_HTTP: 'true', OUTGOING_PRIVATE_TARGETS: '127.0.0.1' },
    /** Everything that was posted, in order. */
    posts,
    /** Messages that the channel shows. */
    shown: (token: string) =>
      posts.filter((post) => post.token === token).flatMap((post) => (post.shown ? [post.shown] : [])),
    /** The most messages that came within so many milliseconds of each other. */
    mostWithin(token: string, milliseconds: number): number {
      const times = posts.filter((post) => post.token === token).map(({ at }) => at);
      return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at - from < milliseconds).length));
    },
    /** Makes a webhook do something else from now on; undefined goes back to its first word. */
    setScenario(token: string, scenario: ChatScenario | RawAnswer | undefined): void {
      if (scenario === undefined) scenarios.delete(token);
      else scenarios.set(token, scenario);
    },
    /** Words by which a message always fails, while others are taken. */
    failing,
    /** Holds all answers back until what it returns is called. */
    hold(): () => void {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return () => {
        held = Promise.resolve();
        gate.resolve();
      };
    },
    async stop(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await Promise.race([once(server, 'close'), sleep(1_000)]);
    },
  };
}

/** The address of a webhook whose token begins with a scenario. */
export function chatAddressFor(kind: ChatServiceKind, token: string): string {
  return CHAT_SERVICES[kind].address(token);
}
