import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { isWorkspaceServedSql } from '../../database/statements/away.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { hashRandomToken } from './random-token.ts';
import { endSession } from './end-sessions.ts';
import { findSession, type OpenSession } from './find-session.ts';
import type { SignedInIdentity } from './signed-in-identity.ts';
import {
  isDueForRenewal,
  mayHaveSessionCookie,
  type createSessionCookieCodec,
  newSessionExpiry,
  countDaysSinceSessionUse,
} from './session-cookie.ts';
import { runAsSystem } from '../../database/statements/guarded-writes.ts';
import { AuthSessionEntity } from './identity.entity.ts';

type Headers = Pick<IncomingHttpHeaders, 'cookie'>;

export type SessionIdentity = SignedInIdentity & {
  identityId: string;
  sessionId: string;
  /** Time of the sign-in, or of its confirmation if that was later. */
  signedInAt: Date;
  /** Cookies that renew the session, once a day; none on a shared device. Each is its own `set-cookie` header. */
  setCookie: string[];
};

/** Session of a request whose cookie signature is valid. The session may have ended. */
export type CookieSession = {
  id: string;
  /** Identifies the caller, with one statement; undefined if the session has ended. */
  find: () => Promise<SessionIdentity | undefined>;
};

/** Returns functions that find and end the session of a console request. */
export function createConsoleSessions(
  db: Database,
  sessionCookieOf: () => Promise<ReturnType<typeof createSessionCookieCodec>>,
) {
  async function signedToken({ cookie }: Headers): Promise<string | undefined> {
    return mayHaveSessionCookie(cookie) ? (await sessionCookieOf()).read(cookie) : undefined;
  }

  async function find(token: string, sessionId: string): Promise<SessionIdentity | undefined> {
    const found = await findSession(db, sessionId);
    if (!found) return undefined;
    const { id: _, expiresAt: __, ...signedIn } = found;
    const identity = { ...signedIn, sessionId };
    if (!isDueForRenewal(found)) return { ...identity, setCookie: [] };
    if (!(await renewSession(db, found))) return undefined;
    // On a shared device the cookie ends with the browser.
    return { ...identity, setCookie: found.deviceId === null ? [(await sessionCookieOf()).write(token)] : [] };
  }

  return {
    /** Returns the session of the request's cookie without a statement; undefined if there is no valid cookie. */
    async sessionOf(headers: Headers): Promise<CookieSession | undefined> {
      const token = await signedToken(headers);
      if (token === undefined) return undefined;
      const id = hashRandomToken(token);
      return { id, find: () => find(token, id) };
    },

    /** Ends the request's session, if it has one. Returns the `set-cookie` header that removes its cookie. */
    async signOut(headers: Headers): Promise<string> {
      const token = await signedToken(headers);
      if (token !== undefined) await endSession(db, hashRandomToken(token));
      return (await sessionCookieOf()).clear();
    },
  };
}

const FEWEST_DAYS = defineStatement({
  name: 'fewest-session-days',
  scope: 'cross_tenant',
  row: z.strictObject({ days: z.int() }),
  sql: `
select w.session_days as days from workspaces w
where ${isWorkspaceServedSql('w.id')} and (w.id = :onlyWorkspace::uuid or (:onlyWorkspace::uuid is null
  and w.id in (select workspace_id from users where email = :email::text and is_active)))`,
});

/** Returns true if the session was unused for longer than one of the person's workspaces allows (rules/retention 2). */
async function isTooOld({ pool }: Database, { email, onlyWorkspace, deviceId, expiresAt }: OpenSession) {
  if (deviceId !== null) return false;
  const days = (await FEWEST_DAYS.all(pool, { email, onlyWorkspace })).map((workspace) => workspace.days);
  return countDaysSinceSessionUse(expiresAt) > Math.min(...days);
}

/** Extends a session to its full lifetime. Returns false if it has ended. */
async function renewSession(db: Database, session: OpenSession): Promise<boolean> {
  if (await isTooOld(db, session)) {
    await endSession(db, session.id);
    return false;
  }
  const open = { token: session.id, expiresAt: { $gt: new Date() } };
  const renew = () => db.em.fork().nativeUpdate(AuthSessionEntity, open, { expiresAt: newSessionExpiry(session) });
  return (await runAsSystem(renew)) > 0;
}
