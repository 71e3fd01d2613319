import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NotificationCategory } from '@training/shared/notifications/notifications';
import { translatorIn } from '../../core/messages.ts';
import { escapeHtml, renderMailOrPageHtml, INLINE_STYLES_FOR_MAIL_CLIENTS } from '../../platform/html-page.ts';

/** A person's subscription to mails of a kind. */
type SubscriptionState = {
  workspace: string;
  category: NotificationCategory;
  /** The language of the person, or else of the workspace. */
  language: string;
  subscribed: boolean;
};

type Form = { action: string; label: string };

/** A page that asks before it does anything: programs that look through mails open links too. */
function askPage(state: SubscriptionState, token: string): string {
  if (!state.subscribed) return donePage(state, token);
  const { workspace, language } = state;
  const t = translatorIn('mail', language);
  const kinds = translatorIn('notifications', language);
  const category = kinds(`category.${state.category}`);
  const about = kinds(`about.${state.category}`);
  return page(
    language,
    t('end.title', { category }),
    [t('end.which', { category, workspace, about }), t('end.still')],
    { action: addressOf('', token), label: t('end.button') },
  );
}

/** A page that says what was done, with a button that takes it back. */
function donePage({ workspace, language, subscribed, ...state }: SubscriptionState, token: string): string {
  const t = translatorIn('mail', language);
  const category = translatorIn('notifications', language)(`category.${state.category}`);
  if (subscribed) {
    return page(language, t('again.title', { category }), [t('again.which', { category, workspace })], {
      action: addressOf('', token),
      label: t('end.button'),
    });
  }
  return page(language, t('ended.title', { category }), [t('ended.which', { category, workspace }), t('end.still')], {
    action: addressOf('/undo', token),
    label: t('ended.undo'),
  });
}

/** Renders the page for an incomplete token or a user who no longer exists. */
function invalidLinkPage(): string {
  const t = translatorIn('mail', 'en');
  return page('en', t('wrongLink.title'), [t('wrongLink.what')]);
}

const addressOf = (path: string, token: string) => `/api/unsubscribe${path}?token=${encodeURIComponent(token)}`;

function page(language: string, title: string, paragraphs: string[], form?: Form): string {
  const lines = [
    `<h1 style="font-size:20px;line-height:1.35;margin:0 0 16px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((each) => `<p style="margin:0 0 16px">${escapeHtml(each)}</p>`),
  ];
  if (form) {
    lines.push(
      `<form method="post" action="${escapeHtml(form.action)}" style="margin:24px 0">`,
      `<button type="submit" style="${INLINE_STYLES_FOR_MAIL_CLIENTS.button}">${escapeHtml(form.label)}</button>`,
      '</form>',
    );
  }
  return renderMailOrPageHtml(language, title, `<main>\n${lines.join('\n')}\n</main>`);
}

/**
 * Email subscriptions, found and changed by the token of an email. The methods return undefined if the token or its
 * user doesn't exist.
 */
export type EmailSubscriptionsByToken = {
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
export function registerUnsubscribeRoutes(
  app: FastifyInstance,
  { subscriptions }: { subscriptions: EmailSubscriptionsByToken },
): void {
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
