import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { getAdapter } from 'better-auth/db/adapter';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { REMOVE_EXPIRED_SESSIONS } from '../../database/retention.ts';
import { defineStatement } from '../../database/statement.ts';
import { recordSignIn } from './record-sign-in.ts';
import { newId } from '../../platform/ids.ts';
import { isMember } from '../sessions/end-sessions.ts';
import { memberships, type SignedIn } from '../sessions/memberships.ts';
import { RENEWED_AFTER_SECONDS, SESSION_SECONDS } from '../sessions/find-session.ts';
import { createOnce } from './create-once.ts';
import { hashSessionTokens } from '../sessions/hashed-sessions.ts';
import { CLIENT_IP_HEADER, COOKIE_PREFIX, HANDED_LINK_HEADER, REQUEST_ID_HEADER } from '../sessions/headers.ts';
import { HandedLink } from './sign-in-link.ts';

export type AuthLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export type AuthSettings = {
  db: Database;
  /** The first one is where links and providers redirect to. */
  origins: [string, ...string[]];
  secret: string;
  log: AuthLog;
};

const EMAIL_OF = defineStatement({
  name: 'email-of-identity',
  scope: 'global',
  row: z.strictObject({ email: z.string() }),
  sql: 'select email from identities where id = :id',
});

/** Tables and columns of better-auth's models, as named in our migrations. */
export const AUTH_MODELS = {
  user: {
    modelName: 'identities',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'auth_sessions',
    fields: {
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      userId: 'user_id',
    },
    additionalFields: {
      singleSignOn: { type: 'boolean', required: true, input: false, fieldName: 'single_sign_on' },
      onlyWorkspace: { type: 'string', required: false, input: false, fieldName: 'only_workspace' },
    },
  },
  account: {
    modelName: 'auth_accounts',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'auth_verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const satisfies BetterAuthOptions;

/**
 * Refuses an identity or session for an email without an active membership, whatever the sign-in method. Also refuses
 * single sign-on if none of the member's workspaces trusts the provider with the email.
 */
async function mustEnterSomewhere(db: Database, who: SignedIn): Promise<void> {
  if ((await memberships(db, who)).length > 0) return;
  if (await isMember(db.pool, who.email)) {
    const message = 'Single sign-on opens no workspace of this e-mail';
    throw new APIError('FORBIDDEN', { code: 'single_sign_on_closed', message });
  }
  throw new APIError('FORBIDDEN', { code: 'not_a_member', message: 'This e-mail is no active member of a workspace' });
}

/** Returns what `openLink` passed on about the link being opened; empty for single sign-on and emailed links. */
function openedBy(context: { headers?: Headers | undefined } | null) {
  const said = context?.headers?.get(HANDED_LINK_HEADER);
  const handed = said ? HandedLink.parse(JSON.parse(decodeURIComponent(said))) : undefined;
  return { onlyWorkspace: handed?.workspace ?? null, handedBy: handed?.by };
}

/** Writes better-auth's messages to our log. Of the further arguments only an error's name and message are logged. */
function logger(log: AuthLog): BetterAuthOptions['logger'] {
  return {
    level: 'warn',
    log(level, message, ...details) {
      const error = details.find((detail) => detail instanceof Error);
      const fields = error ? { error: `${error.name}: ${error.message}` } : {};
      if (level === 'error') log.error(fields, `better-auth: ${message}`);
      else log.warn(fields, `better-auth: ${message}`);
    },
  };
}

/**
 * Creates better-auth on our tables. Only the routes of `registerAuth` are reachable from outside.
 * @param plugins Plugins in addition to magic links: single sign-on if it is configured.
 */
export async function createBetterAuth(
  { db, origins, secret, log, bySingleSignOn }: AuthSettings & { bySingleSignOn: boolean },
  plugins: BetterAuthPlugin[],
) {
  const options = {
    baseURL: origins[0],
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    telemetry: { enabled: false },
    logger: logger(log),
    onAPIError: { errorURL: `${origins[0]}/sign-in`, throw: true },
    user: {
      ...AUTH_MODELS.user,
      // Called for each profile of a provider, before an identity is created, linked or signed in.
      validateUserInfo({ user, source }) {
        if (source.method === 'oauth' && user.emailVerified !== true) return { error: 'email_not_verified' };
      },
    },
    // No cookieCache: sessions are read from PostgreSQL at each request, so that ending one takes effect at once.
    session: { ...AUTH_MODELS.session, expiresIn: SESSION_SECONDS, updateAge: RENEWED_AFTER_SECONDS },
    account: { ...AUTH_MODELS.account, updateAccountOnSignIn: false },
    verification: AUTH_MODELS.verification,
    databaseHooks: {
      user: {
        create: {
          async before({ email }, context) {
            await mustEnterSomewhere(db, { email: email.toLowerCase(), bySingleSignOn, ...openedBy(context) });
            // Names of users belong to their workspaces, not to the identity.
            return { data: { name: '', image: null } };
          },
        },
      },
      account: {
        create: {
          // The provider's tokens aren't needed after sign-in.
          before: async () => ({
            data: { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null },
          }),
        },
      },
      session: {
        create: {
          async before({ userId }, context) {
            const { email } = await EMAIL_OF.one(db.pool, { id: userId });
            const { onlyWorkspace } = openedBy(context);
            await mustEnterSomewhere(db, { email, bySingleSignOn, onlyWorkspace });
            return { data: { singleSignOn: bySingleSignOn, onlyWorkspace } };
          },
          async after({ userId, ipAddress }, context) {
            await REMOVE_EXPIRED_SESSIONS.run(db.pool);
            const { email } = await EMAIL_OF.one(db.pool, { id: userId });
            const requestId = context?.headers?.get(REQUEST_ID_HEADER) ?? null;
            const { onlyWorkspace, handedBy } = openedBy(context);
            const who = { email, bySingleSignOn, onlyWorkspace };
            await recordSignIn(db, who, { now: new Date(), requestId, ip: ipAddress || null, handedBy });
          },
        },
      },
    },
    // http/bounds limits the attempts per address.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: origins[0].startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Set explicitly, because better-auth skips the checks if NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      database: { generateId: () => newId(), validateSchema: false },
    },
    plugins: [
      // Only redeems links: `askForLink` creates them.
      magicLink({ storeToken: 'hashed', sendMagicLink: () => Promise.reject(new Error('Links are not made here')) }),
      ...plugins,
    ],
  } satisfies BetterAuthOptions;
  const adapter = hashSessionTokens(createOnce(await getAdapter({ ...options, database: db.pool })));
  return betterAuth({ ...options, database: () => adapter });
}
