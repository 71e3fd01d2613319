import { Email } from '@training/shared/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { memberships } from '../../auth/sessions/memberships.ts';
import { invalidRequest } from '../app-error-of.ts';
import type { Auth } from '../../auth/sign-in/auth.ts';
import { webHeaders } from '../../auth/sessions/headers.ts';
import { isSameOrigin } from '../../auth/origins.ts';

/** Only these fields are read: better-auth's client sends more, but the server decides the rest. */
const AskForLink = z.object({ email: Email });
const AskProvider = z.object({
  callbackURL: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])/, 'Must be a path of the console')
    .default('/'),
});
const OpenLink = z.strictObject({ token: z.string().min(1).max(200) });

/** Values of `/sign-in?error=`, which the console explains. */
const EXPLAINED = new Map([
  ['not_a_member', 'not_a_member'],
  ['single_sign_on_closed', 'single_sign_on_closed'],
  ['email_not_verified', 'email_not_verified'],
  // better-auth refuses to link an unverified email of a provider before it calls our code.
  ['account_not_linked', 'email_not_verified'],
]);

/**
 * Registers the sign-in routes: the better-auth routes we use, under better-auth's paths, and `/api/auth-link`, which
 * redeems a sign-in link. All other paths under `/api/auth` return 404, because better-auth has more routes than we
 * want to expose.
 */
export function registerAuth(app: FastifyInstance, { auth, db }: { auth: Auth; db: Database }): void {
  const sameOrigin = {
    onRequest: async ({ headers }: FastifyRequest) => {
      if (isSameOrigin(headers, auth.origins())) return;
      throw new AppError('origin_refused', `Open the console at ${auth.origins()[0]} to sign in or out.`);
    },
  };

  app.post('/api/auth-link', sameOrigin, async (request, reply) => {
    const { token } = parsed(OpenLink, request.body);
    const { who, setCookie } = await auth.openLink(token, webHeaders(request));
    const opened = await memberships(db, who);
    appendCookies(reply, setCookie);
    return reply
      .header('cache-control', 'no-store')
      .send({ workspaces: opened.map(({ workspace }) => workspace.slug) });
  });

  app.post('/api/auth/sign-in/magic-link', sameOrigin, async (request, reply) => {
    await auth.askForLink(parsed(AskForLink, request.body).email);
    return reply.header('cache-control', 'no-store').send({ status: true });
  });

  app.post('/api/auth/sign-out', sameOrigin, async (request, reply) => {
    return pass(reply, await auth.handle(webRequest(auth, request, {}), 'link'));
  });

  app.get('/api/auth/get-session', async (request, reply) => {
    return pass(reply, await auth.handle(webRequest(auth, request), 'link'));
  });

  if (auth.singleSignOn) {
    const asksProvider = { config: { asksProvider: true } };
    app.post('/api/auth/sign-in/social', { ...sameOrigin, ...asksProvider }, async (request, reply) => {
      const { callbackURL } = parsed(AskProvider, request.body ?? {});
      const answer = await auth.handle(webRequest(auth, request, { provider: 'oidc', callbackURL }), 'provider');
      answer.headers.delete('location');
      return pass(reply, answer);
    });

    app.get('/api/auth/callback/oidc', asksProvider, async (request, reply) => {
      const answer = await auth.handle(webRequest(auth, request), 'provider').catch((error: unknown) => {
        request.log.error({ err: error }, 'Single sign-on failed');
        return undefined;
      });
      appendCookies(reply, answer?.headers.getSetCookie() ?? []);
      return reply.header('cache-control', 'no-store').redirect(afterProvider(auth, answer));
    });
  }

  app.all('/api/auth/*', () => {
    throw new AppError('route_not_found', 'There is nothing at this address.');
  });
}

/**
 * Returns the redirect after the provider's response: into the console, or to the sign-in page with an error it can
 * explain.
 */
function afterProvider(auth: Auth, answer: Response | undefined): string {
  const [origin] = auth.origins();
  const location = answer?.headers.get('location');
  if (!location) return `${origin}/sign-in?error=sign_in_failed`;
  const target = new URL(location, origin);
  const error = target.pathname === '/sign-in' ? target.searchParams.get('error') : null;
  if (error === null) return target.href;
  return `${origin}/sign-in?error=${EXPLAINED.get(error) ?? 'sign_in_failed'}`;
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (!result.success) throw invalidRequest(result.error);
  return result.data;
}

function webRequest(auth: Auth, request: FastifyRequest, body?: object): Request {
  const headers = webHeaders(request);
  if (body) headers.set('content-type', 'application/json');
  return new Request(new URL(request.url, auth.origins()[0]), {
    method: request.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Sends better-auth's response unchanged. */
async function pass(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  appendCookies(reply, answer.headers.getSetCookie());
  const type = answer.headers.get('content-type');
  if (type) reply.header('content-type', type);
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .send(await answer.text());
}

function appendCookies(reply: FastifyReply, cookies: string[]): void {
  // Fastify appends each set-cookie header, but replaces headers of any other name.
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}
