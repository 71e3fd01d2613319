import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { askPage, donePage, strayPage, type SubscriptionState } from './unsubscribe-page.ts';

/** What is done for whoever has a token out of a mail; undefined where there is no such person or token. */
export type Subscriptions = {
  find(token: string): Promise<SubscriptionState | undefined>;
  /** Done again, it changes nothing. */
  change(token: string, subscribed: boolean): Promise<SubscriptionState | undefined>;
};

/** No token of ours is longer. */
const LONGEST = 200;

/**
 * One-click unsubscription (RFC 8058): GET shows a button, and POST acts. It needs no session and minds no origin,
 * since programs of mails send it, whatever body they send with it: who has the token has had the mail.
 */
export function registerUnsubscribe(app: FastifyInstance, { subscriptions }: { subscriptions: Subscriptions }): void {
  app.register(async (scope) => {
    // Forms, in whichever of their two shapes; elsewhere they are 415.
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
