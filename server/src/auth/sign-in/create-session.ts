import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Membership } from '@training/shared/sessions';
import type { Runner } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import { hashRandomToken, newRandomToken } from '../sessions/random-token.ts';
import { recordSignIn, type SignInSource } from './record-sign-in.ts';
import { AuthSessionEntity, IdentityEntity } from '../sessions/identity.entity.ts';
import { isMember } from '../sessions/end-sessions.ts';
import { lockMemberships, type SignedIn } from '../sessions/memberships.ts';
import { sessionEnd } from '../sessions/session-cookie.ts';

/** Reasons of a refused sign-in. The sign-in page explains them as values of `?error=`. */
type Reason = 'not_a_member' | 'single_sign_on_closed' | 'email_not_verified';

/** Error: the caller is who they say, or may be, but can't sign in. */
export class SignInRefused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`Signing in was refused: ${reason}`);
    this.reason = reason;
  }
}

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
export async function createSession(
  transaction: EntityManager,
  who: SignedIn,
  from: SignInSource,
): Promise<CreatedSession> {
  const opened = await lockMemberships(transaction, who);
  if (opened.length === 0) throw new SignInRefused(await reasonFor(transaction, who));
  const token = newRandomToken();
  const identity = await lockIdentity(transaction, who.email);
  await transaction.insert(AuthSessionEntity, {
    id: newId(),
    userId: identity.id,
    token: hashRandomToken(token),
    expiresAt: sessionEnd(),
    singleSignOn: who.bySingleSignOn,
    onlyWorkspace: who.onlyWorkspace,
  });
  await recordSignIn(transaction, { email: who.email, opened }, from);
  return { token, opened };
}

/** Locks the identity, whether it is new or not, until the transaction ends. */
async function lockIdentity(em: EntityManager, email: string): Promise<{ id: string }> {
  const unique = { onConflictFields: ['email' as const], onConflictAction: 'ignore' as const };
  await em.upsertMany(IdentityEntity, [{ id: newId(), email }], unique);
  return em.findOneOrFail(IdentityEntity, { email }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE });
}

async function reasonFor(on: Runner, { email, bySingleSignOn }: SignedIn) {
  return bySingleSignOn && (await isMember(on, email)) ? 'single_sign_on_closed' : 'not_a_member';
}
