import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { hashedToken } from './hashed-sessions.ts';
import { SESSION_COOKIE } from './headers.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Lifetime of a session, and the age at which its use renews it. */
export const SESSION_SECONDS = 30 * DAY_SECONDS;
export const RENEWED_AFTER_SECONDS = DAY_SECONDS;

const FoundSession = z.strictObject({
  /** Hash under which the session is stored. */
  id: z.string(),
  email: z.string(),
  bySingleSignOn: z.boolean(),
  onlyWorkspace: z.uuid().nullable(),
  identityId: z.uuid(),
  expiresAt: z.date(),
});
export type FoundSession = z.infer<typeof FoundSession>;

const OPEN_SESSIONS = `
select s.token as id, i.email, s.single_sign_on as "bySingleSignOn",
  s.only_workspace as "onlyWorkspace", i.id as "identityId",
  s.expires_at as "expiresAt"
from auth_sessions s join identities i on i.id = s.user_id
where s.expires_at > now()` as const;

const FIND_SESSION = defineStatement({
  name: 'find-session',
  scope: 'global',
  row: FoundSession,
  sql: `${OPEN_SESSIONS} and s.token = :token`,
});

const FIND_OPEN_SESSIONS = defineStatement({
  name: 'find-open-sessions',
  scope: 'global',
  row: FoundSession,
  sql: `${OPEN_SESSIONS} and s.token = any (:ids::text[])`,
});

/** Returns the id of the session in a cookie header; undefined if there is none or its signature is invalid. */
export function signedSession(
  cookie: string,
  { secret, secure }: { secret: string; secure: boolean },
): string | undefined {
  const token = signedValue(cookieValue(cookie, `${secure ? '__Secure-' : ''}${SESSION_COOKIE}`), secret);
  return token ? hashedToken(token) : undefined;
}

/**
 * Finds a session with one statement instead of better-auth's own lookup, because every request of the console needs
 * it. Undefined if the session has ended.
 */
export async function findSession(db: Database, id: string): Promise<FoundSession | undefined> {
  return FIND_SESSION.first(db.pool, { token: id });
}

/** Returns those of the sessions that are still open. */
export async function findOpenSessions(on: Runner, ids: string[]): Promise<FoundSession[]> {
  return FIND_OPEN_SESSIONS.all(on, { ids });
}

export function isDueForRenewal({ expiresAt }: FoundSession): boolean {
  return expiresAt.getTime() - Date.now() <= (SESSION_SECONDS - RENEWED_AFTER_SECONDS) * 1000;
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** Verifies a value signed by better-auth: the value, a dot, and its HMAC-SHA-256 in base64, all percent-encoded. */
function signedValue(encoded: string | undefined, secret: string): string | undefined {
  const signed = encoded && decoded(encoded);
  if (!signed) return undefined;
  const dot = signed.lastIndexOf('.');
  const value = signed.slice(0, Math.max(dot, 0));
  const expected = Buffer.from(createHmac('sha256', secret).update(value).digest('base64'));
  const given = Buffer.from(signed.slice(dot + 1));
  return value && given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}

function decoded(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
