import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { ping } from '../../database/ping.ts';
import { AppError } from '../../errors.ts';
import { memberships, type SignedIn as Caller } from '../sessions/memberships.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { AuthLog, AuthSettings } from './better-auth.ts';
import { findSession, isDueForRenewal, signedSession } from '../sessions/find-session.ts';
import { HANDED_LINK_HEADER, SESSION_COOKIE } from '../sessions/headers.ts';
import { allowedOrigins } from '../origins.ts';
import { withBoundedFetches } from './bounded-fetches.ts';
import { authSecret } from './secret.ts';
import { createSignInUrl, findHandedLink, MAILED_LINK_MINUTES, mayMailSignInLink } from './sign-in-link.ts';
import { signInMail } from './sign-in-mail.ts';

export type AuthDeps = {
  db: Database;
  config: Config;
  /** Returns the port the server listens on. Called at the first sign-in. */
  port: () => number;
  mailer: Mailer;
  log: AuthLog;
  /** Milliseconds the single sign-on provider may take. */
  providerWithin: number;
};

export type Identity = Caller & {
  identityId: string;
  sessionId: string;
  /** Cookies that renew the session, once a day. Send each one as its own `set-cookie` header. */
  setCookie: string[];
};

type FindInTurn = (sessionId: string, find: () => Promise<Identity | undefined>) => Promise<Identity | undefined>;

/** better-auth's response to a valid link. */
const SignedIn = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

export type Auth = ReturnType<typeof createAuth>;

/** Sign-in and sessions. better-auth is loaded by `load` or at the first request of a browser. */
export function createAuth({ db, config, port, mailer, log, providerWithin }: AuthDeps) {
  const mails = new Set<Promise<void>>();
  const origins = () => allowedOrigins(config, port());

  const settings = kept(async (): Promise<AuthSettings> => ({
    db,
    origins: origins(),
    secret: await authSecret(db, config),
    log,
  }));
  const withLinks = kept(async () => {
    const { createBetterAuth } = await import('./better-auth.ts');
    return createBetterAuth({ ...(await settings()), bySingleSignOn: false }, []);
  });
  const withProvider = kept(async () => {
    const { createSingleSignOn } = await import('./single-sign-on.ts');
    const { oidc } = config;
    if (!oidc) throw new AppError('route_not_found', 'Single sign-on isn’t set up on this server.');
    const known = await settings();
    return withinPatience(() => createSingleSignOn(known, oidc));
  });

  /** better-auth waits for its fetches as long as the runtime does, which is minutes. */
  async function withinPatience<T>(ask: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const late = sleep(providerWithin, undefined, { signal: over.signal }).then(() => {
      log.error({ ms: providerWithin }, 'The sign-in provider has not answered');
      throw new AppError('unavailable', 'The sign-in provider doesn’t answer. Ask for a sign-in link instead.');
    });
    const asked = withBoundedFetches(over.signal, ask);
    return Promise.race([asked, late]).finally(() => over.abort());
  }

  async function sendLink(email: string, url: string) {
    if (!(await mayMailSignInLink(db, email))) return;
    const opened = await memberships(db, { email, bySingleSignOn: false, onlyWorkspace: null });
    const [first] = opened;
    if (!first) return;
    const workspaces = opened.map(({ workspace }) => workspace.name);
    await mailer.send(signInMail(email, url, first.user.full_name, workspaces));
  }

  /** better-auth hides the cause of a failure. The ping throws the right error if the database is unavailable. */
  async function answered(asked: Promise<Response>): Promise<Response> {
    const answer = await asked;
    if (answer.status < 500) return answer;
    await ping(db);
    throw new Error(`better-auth answered ${answer.status}; its reason is in the log`);
  }

  /** Renews a session through better-auth and returns its cookies. */
  async function prolonged(cookie: string): Promise<string[]> {
    const auth = await withLinks();
    const answer = await answered(auth.api.getSession({ headers: new Headers({ cookie }), asResponse: true }));
    return answer.headers.getSetCookie();
  }

  /** Returns the id of the request's session if its signature is valid. The session may have ended. */
  async function signedSessionOf({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>): Promise<string | undefined> {
    if (!cookie?.includes(SESSION_COOKIE)) return undefined;
    const {
      secret,
      origins: [origin],
    } = await settings();
    return signedSession(cookie, { secret, secure: origin.startsWith('https:') });
  }

  return {
    origins,
    signedSessionOf,
    singleSignOn: config.oidc !== undefined,
    /** Origin that sign-in links lead to, and whether they are emailed. */
    entry: { origin: () => origins()[0], sendsMail: config.mail.smtpUrl !== undefined },

    /** Loads better-auth early, because loading blocks the process for about a second. */
    async load(): Promise<void> {
      await (config.oidc ? import('./single-sign-on.ts') : import('./better-auth.ts'));
    },

    /** Passes a request to better-auth. @throws AppError 503 if the provider can't be reached. */
    async handle(request: Request, by: 'link' | 'provider'): Promise<Response> {
      if (by === 'link') return answered((await withLinks()).handler(request));
      const auth = await withProvider().catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        log.error({ err: error }, 'Single sign-on is not available');
        throw new AppError('unavailable', 'The sign-in provider can’t be reached. Ask for a sign-in link instead.');
      });
      return withinPatience(() => answered(auth.handler(request)));
    },

    /**
     * Creates a sign-in link and emails it if `email` belongs to an active member. The response and its timing are the
     * same if it doesn't. We create the link ourselves because better-auth accepts fewer email addresses than browsers
     * and the API do.
     */
    async askForLink(email: string): Promise<void> {
      const url = await createSignInUrl(db, email, { publicUrl: origins()[0], minutes: MAILED_LINK_MINUTES });
      const mail = sendLink(email, url)
        .catch((error: unknown) => log.error({ err: error }, 'A sign-in mail could not be sent'))
        .finally(() => mails.delete(mail));
      mails.add(mail);
    },

    /**
     * Redeems a sign-in link.
     * @param headers Headers created by `webHeaders`.
     * @throws AppError 400 `link_invalid`; 403 `not_a_member`
     */
    async openLink(token: string, headers: Headers): Promise<{ who: Caller; setCookie: string[] }> {
      const auth = await withLinks();
      const handed = await findHandedLink(db, token);
      if (handed) headers.set(HANDED_LINK_HEADER, encodeURIComponent(JSON.stringify(handed)));
      const answer = await answered(auth.api.magicLinkVerify({ query: { token }, headers, asResponse: true }));
      if (!answer.ok) {
        const error = new URL(answer.headers.get('location') ?? '/', origins()[0]).searchParams.get('error');
        if (answer.status === 403 || error === 'not_a_member') {
          throw new AppError(
            'not_a_member',
            'The person this link was for is no longer an active member of a workspace.',
          );
        }
        throw new AppError('link_invalid', 'The link was already used or has expired. Ask for a new one.');
      }
      const { user } = SignedIn.parse(await answer.json());
      const who = { email: user.email, bySingleSignOn: false, onlyWorkspace: handed?.workspace ?? null };
      return { who, setCookie: answer.headers.getSetCookie() };
    },

    /**
     * Identifies the caller by the session cookie, with one statement; without a statement if there is no valid cookie.
     * @param inTurn Runs the lookup once it has a slot.
     */
    async identify(
      headers: Pick<IncomingHttpHeaders, 'cookie'>,
      inTurn: FindInTurn = (_id, find) => find(),
    ): Promise<Identity | undefined> {
      const sessionId = await signedSessionOf(headers);
      if (sessionId === undefined) return undefined;
      return inTurn(sessionId, async () => {
        const found = await findSession(db, sessionId);
        if (!found) return undefined;
        const { email, bySingleSignOn, onlyWorkspace, identityId } = found;
        const setCookie = isDueForRenewal(found) ? await prolonged(headers.cookie ?? '') : [];
        return { email, bySingleSignOn, onlyWorkspace, identityId, sessionId, setCookie };
      });
    },

    /** Resolves when all emails have been sent. */
    async settled(): Promise<void> {
      await Promise.all(mails);
    },
  };
}

/** Creates a value at its first use and caches it. Failures aren't cached, so the next use tries again. */
function kept<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
