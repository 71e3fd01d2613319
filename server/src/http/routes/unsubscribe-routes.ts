import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { askPage, donePage, strayPage, type SubscriptionState } from './unsubscribe-page.ts';

/** Subscription changes by a token from an email; undefined if the token or its user doesn't exist. */
export type Subscriptions = {
  find(token: string): Promise<SubscriptionState | undefined>;
  /** Done again, it changes nothing. */
  change(token: string, subscribed: boolean): Promise<SubscriptionState | undefined>;
};

/** Longer than any valid token. */
const LONGEST = 200;

/**
 * Registers one-click unsubscription (RFC 8058): GET shows a button, POST unsubscribes. It needs no session and checks
 * no origin, because mail clients send the request, with any body. The token proves that the caller received the email.
 */
export function registerUnsubscribe(app: FastifyInstance, { subscriptions }: { subscriptions: Subscriptions }): void {
  app.register(async (scope) => {
    // Accepts forms of both media types, which are 415 on other routes.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    scope.get('/api/unsubscribe', async (request, reply) => {
      const token = tokenOf(request);
      const found = await subscriptions.find(token);
      return send(reply, found && askPage(found, token));
    });

    scope.post('/api/unsubscribe', async (request, reply) => {
      const token = tokenOf(request);
      const changed = await subscriptions.change(token, false);
      return send(reply, changed && donePage(changed, token));
    });

    scope.post('/api/unsubscribe/undo', async (request, reply) => {
      const token = tokenOf(request);
      const changed = await subscriptions.change(token, true);
      return send(reply, changed && donePage(changed, token));
    });
  });
}

function tokenOf({ url }: FastifyRequest): string {
  return (new URL(url, 'http://localhost').searchParams.get('token') ?? '').slice(0, LONGEST);
}

function send(reply: FastifyReply, page: string | undefined): FastifyReply {
  return reply
    .code(page === undefined ? 404 : 200)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(page ?? strayPage());
}
