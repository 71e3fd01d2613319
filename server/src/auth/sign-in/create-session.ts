import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Membership } from '@training/shared/sessions';
import type { Runner } from '../../database/statements/statement.ts';
import { type Cause, recordEvent } from '../../features/events/record-event.ts';
import { newId } from '../../platform/ids.ts';
import { isMember } from '../sessions/end-sessions.ts';
import { AuthSessionEntity, IdentityEntity, UserSignInEntity } from '../sessions/identity.entity.ts';
import { lockMemberships, type SignedIn } from '../sessions/memberships.ts';
import { hashRandomToken, newRandomToken } from '../sessions/random-token.ts';
import { sessionEnd } from '../sessions/session-cookie.ts';

/** Request that signs someone in. */
export type SignInSource = Pick<Cause, 'now' | 'requestId' | 'ip'> & {
  /** The super admin who created the link. Links created before 2026-11-28 lack the id. */
  handedBy?: { name: string; id: string | undefined } | undefined;
};

/** Records a sign-in in every workspace it opens. */
async function recordSignIn(
  em: EntityManager,
  { email, opened }: { email: string; opened: Membership[] },
  { handedBy, ...source }: SignInSource,
): Promise<void> {
  for (const { workspace, user } of opened) {
    const { id, full_name: name, role, department_id: departmentId } = user;
    const actor = { kind: 'user', id, name, email, role, departmentId } as const;
    const signedIn = { workspaceId: workspace.id, userId: id };
    // A sign-in at the same moment may be later.
    await em.upsert(UserSignInEntity, { ...signedIn, at: source.now }, { onConflictAction: 'ignore' });
    const before = { ...signedIn, at: { $lt: source.now } };
    await em.nativeUpdate(UserSignInEntity, before, { at: source.now }, { filters: { workspace: false } });
    await recordEvent(
      em,
      { workspace, actor, ...source },
      {
        action: 'user.signed_in',
        subject: { kind: 'user', id, name },
        ...(handedBy !== undefined && { changes: { link_from: handedBy.name } }),
      },
    );
  }
}

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
    handedBy: from.handedBy?.id ?? null,
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
