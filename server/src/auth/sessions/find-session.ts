import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { SESSION_CONFIRMATION_METHODS } from './identity.entity.ts';

const OpenSession = z.strictObject({
  /** Hash of the token, under which the session is stored. */
  id: z.string(),
  email: z.string().nullable(),
  personId: z.uuid().nullable(),
  pinVersion: z.int().nullable(),
  deviceId: z.uuid().nullable(),
  bySingleSignOn: z.boolean(),
  onlyWorkspace: z.uuid().nullable(),
  handedBy: z.uuid().nullable(),
  issuerKey: z.uuid().nullable(),
  identityId: z.uuid(),
  confirmedBy: z.enum(SESSION_CONFIRMATION_METHODS).nullable(),
  /** Time of the sign-in, or of its confirmation if that was later. */
  signedInAt: z.date(),
  expiresAt: z.date(),
});
export type OpenSession = z.infer<typeof OpenSession>;

const OPEN_SESSIONS = `
select s.token as id, case when s.person_id is null then i.email end as email, s.person_id as "personId",
  s.pin_version as "pinVersion", s.device_id as "deviceId", s.single_sign_on as "bySingleSignOn",
  s.only_workspace as "onlyWorkspace", s.handed_by as "handedBy", s.issuer_key as "issuerKey", i.id as "identityId",
  s.confirmed_by as "confirmedBy", coalesce(s.confirmed_at, s.created_at) as "signedInAt",
  s.expires_at as "expiresAt"
from directory.auth_sessions s join directory.identities i on i.id = s.user_id
where s.expires_at > now()` as const;

const FIND_SESSION = defineStatement({
  name: 'find-session',
  scope: 'global',
  row: OpenSession,
  sql: `${OPEN_SESSIONS} and s.token = :id`,
});

const FIND_OPEN_SESSIONS = defineStatement({
  name: 'find-open-sessions',
  scope: 'global',
  row: OpenSession,
  sql: `${OPEN_SESSIONS} and s.token = any (:ids::text[])`,
});

/** Finds a session, at each request, so that ending one takes effect at once. Undefined if it has ended. */
export async function findSession(db: Database, id: string): Promise<OpenSession | undefined> {
  return FIND_SESSION.first(db.pool, { id });
}

/** Returns those of the sessions that are still open. */
export async function filterOpenSessions(on: StatementRunner, ids: string[]): Promise<OpenSession[]> {
  return FIND_OPEN_SESSIONS.all(on, { ids });
}
