import type { Membership } from '@training/shared/sessions';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { newId } from '../../platform/ids.ts';
import { hashRandomToken, newRandomToken } from '../random-token.ts';
import { recordSignIn, type SignInSource } from '../sign-in/record-sign-in.ts';
import { SignInRefused } from '../sign-in/sign-in-refused.ts';
import { isMember } from './end-sessions.ts';
import { holdMemberships, type SignedIn } from './memberships.ts';
import { SESSION_SECONDS } from './session-lifetime.ts';

/** Locks the identity's row, whether it is new or not, until the transaction ends. */
const CREATE_SESSION = defineStatement({
  name: 'create-session',
  scope: 'global',
  sql: `
with identity as (
  insert into identities (id, email) values (:identityId, :email)
  on conflict (email) do update set email = excluded.email
  returning id
)
insert into auth_sessions (id, user_id, token, expires_at, single_sign_on, only_workspace)
select :id, identity.id, :hash, now() + make_interval(secs => :seconds::int), :bySingleSignOn, :onlyWorkspace::uuid
from identity`,
});

export type CreatedSession = {
  /** Value for the session cookie. Only its hash is stored. */
  token: string;
  /** Memberships that the session opens. */
  opened: Membership[];
};

/**
 * Creates a session, and the identity at the first sign-in. Nobody in it can be deactivated until the transaction ends,
 * so that `endSessionsOf` finds every session.
 * @throws SignInRefused if the sign-in opens no workspace
 */
export async function createSession(transaction: Runner, who: SignedIn, from: SignInSource): Promise<CreatedSession> {
  const opened = await holdMemberships(transaction, who);
  if (opened.length === 0) throw new SignInRefused(await reasonFor(transaction, who));
  const token = newRandomToken();
  const ids = { id: newId(), identityId: newId(), hash: hashRandomToken(token) };
  await CREATE_SESSION.run(transaction, { ...who, ...ids, seconds: SESSION_SECONDS });
  await recordSignIn(transaction, { email: who.email, opened }, from);
  return { token, opened };
}

async function reasonFor(on: Runner, { email, bySingleSignOn }: SignedIn) {
  return bySingleSignOn && (await isMember(on, email)) ? 'single_sign_on_closed' : 'not_a_member';
}
