import { inspect } from 'node:util';
import type { Role } from '@training/shared/permissions';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { openKeyring } from '../../platform/encryption/keyring.ts';
import { readConfig, type Config } from '../../core/config.ts';
import type { Database } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import { OutwardHttpClient } from '../../platform/egress/outward-http-client.ts';
import type { Mail, Mailer } from '../../platform/mail.ts';
import { appErrorOf, sendProblem } from '../../http/problem.ts';
import { allowedOriginsOf } from '../sessions/origins.ts';
import { createAuth, type Auth } from './auth.ts';
import { AddressRateLimits, limitPublicRoutes } from '../../http/limits/limit-public-routes.ts';
import { RequestBodyReader, registerBodyReleaseHook } from '../../http/bodies/request-body-reader.ts';
import { HTTP_LIMITS } from '../../http/limits/limits.ts';
import { registerSignInRoutes } from '../../http/routes/sign-in-routes.ts';

export type Member = { workspaceId: string; userId: string; email: string };

export async function makeWorkspace(db: Database, slug: string): Promise<string> {
  const id = newId();
  await db.pool.query('insert into workspaces (id, slug, name, created_at) values ($1, $2, $3, now())', [
    id,
    slug,
    `The ${slug} company`,
  ]);
  return id;
}

export async function makeMember(db: Database, workspaceId: string, email: string, role: Role = 'learner') {
  const userId = newId();
  await db.pool.query(
    `insert into users (workspace_id, id, email, full_name, role, is_active, created_at, updated_at)
     values ($1, $2, $3, $4, $5, true, now(), now())`,
    [workspaceId, userId, email, 'Ana <Souza>', role],
  );
  return { workspaceId, userId, email } satisfies Member;
}

export async function deactivate(db: Database, { workspaceId, userId }: Member): Promise<void> {
  await db.pool.query('update users set is_active = false where workspace_id = $1 and id = $2', [workspaceId, userId]);
}

export type TestServer = {
  app: FastifyInstance;
  auth: Auth;
  origin: string;
  mails: Mail[];
  logged: string[];
  post(url: string, body: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Requests a sign-in link by email and returns its token; undefined if no email was sent. */
  mailedToken(email: string): Promise<string | undefined>;
  /** Signs in and returns the `cookie` header. */
  signIn(email: string): Promise<string>;
};

let clients = 0;

/** Returns a new address for each request: the limits per address have their own test. */
function nextAddress(): string {
  clients += 1;
  return `10.0.${clients >> 8}.${clients & 255}`;
}

/** Starts a server with only the sign-in routes, and a mailbox. */
export async function startServer(db: Database, overrides: Partial<Config> = {}): Promise<TestServer> {
  const config: Config = { ...readConfig({}), port: 4599, ...overrides };
  const mails: Mail[] = [];
  const mailer: Mailer = {
    async send(mail) {
      mails.push(mail);
    },
    close() {},
  };
  const logged: string[] = [];
  const write = (fields: unknown, message?: string) => void logged.push(`${inspect(fields)} ${message ?? ''}`);
  const auth = createAuth({
    db,
    config,
    origins: () => allowedOriginsOf(config, config.port),
    mailer,
    log: { error: write },
    keyring: openKeyring(config),
    outward: new OutwardHttpClient(config.outgoing),
    providerWithin: HTTP_LIMITS.providerWithin,
  });
  const app = Fastify({ trustProxy: config.trustProxy ?? false });
  registerBodyReleaseHook(app, HTTP_LIMITS);
  limitPublicRoutes(app, new RequestBodyReader(HTTP_LIMITS), new AddressRateLimits({ warn: write }));
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, appErrorOf(error)));
  registerSignInRoutes(app, { auth });
  const origin = auth.origins()[0];

  async function post(url: string, body: object, headers: Record<string, string> = {}) {
    return app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { origin, ...headers },
      remoteAddress: nextAddress(),
    });
  }
  async function mailedToken(email: string) {
    const before = mails.length;
    await post('/api/auth/sign-in/magic-link', { email });
    await auth.settled();
    return /token=([\w-]+)/.exec(mails[before]?.text ?? '')?.[1];
  }
  return {
    app,
    auth,
    origin,
    mails,
    logged,
    post,
    mailedToken,
    async signIn(email) {
      const token = await mailedToken(email);
      if (!token) throw new Error(`No link was mailed to ${email}`);
      return cookieHeader(await post('/api/auth-link', { token }));
    },
  };
}

/** Returns the cookies that a browser would send back. */
export function cookieHeader(answer: { headers: LightMyRequestResponse['headers'] }): string {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
