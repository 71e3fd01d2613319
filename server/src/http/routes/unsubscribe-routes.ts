import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeCategory, type NotificationCategory } from '@training/shared/notifications/notifications';
import { escapeHtml, pageFrame, STYLES } from '../../platform/page-frame.ts';

/** Whether somebody gets mails of a kind. */
type SubscriptionState = { workspace: string; category: NotificationCategory; subscribed: boolean };

type Form = { action: string; label: string };

/** A page that asks before it does anything: programs that look through mails open links too. */
function askPage({ workspace, category, subscribed }: SubscriptionState, token: string): string {
  if (!subscribed) return donePage({ workspace, category, subscribed }, token);
  const { label, about } = describeCategory(category);
  return page(
    `End these e-mails? ${label}`,
    [`You get e-mails of the kind “${label}” from ${workspace}. ${about}`, STILL_SENT],
    { action: addressOf('', token), label: 'Unsubscribe' },
  );
}

/** What was done, and a button that takes it back. */
function donePage({ workspace, category, subscribed }: SubscriptionState, token: string): string {
  const { label } = describeCategory(category);
  if (subscribed) {
    return page(`You get these e-mails again: ${label}`, [`${workspace} sends you e-mails of the kind “${label}”.`], {
      action: addressOf('', token),
      label: 'Unsubscribe',
    });
  }
  return page(
    `You are unsubscribed: ${label}`,
    [`${workspace} sends you no more e-mails of the kind “${label}”.`, STILL_SENT],
    {
      action: addressOf('/undo', token),
      label: 'Undo',
    },
  );
}

/** Renders the page for an incomplete token or a user who no longer exists. */
function invalidLinkPage(): string {
  const what = 'This link does not belong to anybody here. Copy it whole from the e-mail, or open the e-mail’s button.';
  return page('This link does not work', [what]);
}

const STILL_SENT = 'The inbox in the console still shows them. Links to sign in still come by e-mail.';

const addressOf = (path: string, token: string) => `/api/unsubscribe${path}?token=${encodeURIComponent(token)}`;

function page(title: string, paragraphs: string[], form?: Form): string {
  const lines = [
    `<h1 style="font-size:20px;line-height:1.35;margin:0 0 16px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((each) => `<p style="margin:0 0 16px">${escapeHtml(each)}</p>`),
  ];
  if (form) {
    lines.push(
      `<form method="post" action="${escapeHtml(form.action)}" style="margin:24px 0">`,
      `<button type="submit" style="${STYLES.button}">${escapeHtml(form.label)}</button>`,
      '</form>',
    );
  }
  return pageFrame(title, `<main>\n${lines.join('\n')}\n</main>`);
}

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
    .send(page ?? invalidLinkPage());
}
