import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '@training/shared/permissions';
import type { Membership } from '@training/shared/sessions';
import { z } from 'zod';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { type EventContext, recordEvent } from '../../features/events/record-event.ts';
import { newId } from '../../platform/ids.ts';
import { filterActiveMemberEmails } from '../sessions/end-sessions.ts';
import { AuthSessionEntity, SignInIdentityEntity, UserSignInEntity } from '../sessions/identity.entity.ts';
import { listMembershipsOfIdentity } from '../sessions/memberships.ts';
import type { SignedInIdentity } from '../sessions/signed-in-identity.ts';
import { hashRandomToken, newRandomToken } from '../sessions/random-token.ts';
import { newSessionExpiry } from '../sessions/session-cookie.ts';

/** Request that signs someone in. */
export type SignInRequestInfo = Pick<EventContext, 'now' | 'requestId' | 'ip'>;

/** What a sign-in uses up, such as a link or a use of a passkey. */
export type RedeemableSignInProof = {
  /** Uses it up together with the creation of the session. @throws if it is used up */
  redeem(transaction: EntityManager): Promise<void>;
  /** Makes it usable again, because there is no session. */
  restore?(transaction: EntityManager): Promise<void>;
  /** Asserts, in a transaction of the workspace, that it opens it. Returns who gave it, for the audit log. */
  confirm?(transaction: EntityManager): Promise<string | undefined>;
  passkeyId?: string;
  /** Method for the audit log; absent for links and the installation's single sign-on. */
  method?: 'passkey' | 'pin' | 'single_sign_on';
};

/** Reasons of a refused sign-in. The sign-in page explains them as values of `?error=`. */
type Reason =
  | 'not_a_member'
  | 'single_sign_on_closed'
  | 'single_sign_on_required'
  | 'email_not_verified'
  | 'other_address';

/** Error: the caller is who they say, or may be, but can't sign in. */
export class SignInRefusedError extends Error {
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
 * Creates a session, and the identity at the first sign-in. Then confirms each membership in a transaction of its
 * workspace; if none is left, it takes the session back. Whoever is deactivated meanwhile either waits for that
 * transaction, and `endSessionsOfFormerMembers` finds the session, or is no member in it.
 * @throws SignInRefusedError if the sign-in opens no workspace
 */
export async function createSession(
  db: Database,
  who: SignedInIdentity,
  from: SignInRequestInfo,
  proof?: RedeemableSignInProof,
): Promise<CreatedSession> {
  const expected = await listMembershipsOfIdentity(db, who);
  if (expected.length === 0) throw new SignInRefusedError(await reasonFor(db, who));
  const token = newRandomToken();
  const id = newId();
  await db.em.fork().transactional(async (em) => {
    await proof?.redeem(em);
    await insertSession(em, who, { id, token, now: from.now, passkeyId: proof?.passkeyId ?? null });
  });
  try {
    const opened: Membership[] = [];
    for (const each of expected) if (await recordSignIn(db, who, each, from, proof)) opened.push(each);
    if (opened.length === 0) throw new SignInRefusedError(await reasonFor(db, who));
    return { token, opened };
  } catch (error) {
    await db.em.fork().transactional(async (em) => {
      await em.nativeDelete(AuthSessionEntity, { id });
      await proof?.restore?.(em);
    });
    throw error;
  }
}

type NewSession = { id: string; token: string; now: Date; passkeyId: string | null };

async function insertSession(em: EntityManager, who: SignedInIdentity, { id, token, now, passkeyId }: NewSession) {
  await em.insert(AuthSessionEntity, {
    id,
    userId: await identityOf(em, who.email ?? `pin:${who.personId}`),
    personId: who.personId,
    pinVersion: who.pinVersion,
    deviceId: who.deviceId,
    token: hashRandomToken(token),
    expiresAt: newSessionExpiry(who),
    singleSignOn: who.bySingleSignOn,
    onlyWorkspace: who.onlyWorkspace,
    handedBy: who.handedBy,
    issuerKey: who.issuerKey,
    confirmedBy: who.confirmedBy,
    confirmedAt: who.confirmedBy && now,
    passkeyId,
  });
}

/** Returns the id of an identity, which the first sign-in creates. */
async function identityOf(em: EntityManager, email: string): Promise<string> {
  const unique = { onConflictFields: ['email' as const], onConflictAction: 'ignore' as const };
  await em.upsertMany(SignInIdentityEntity, [{ id: newId(), email }], unique);
  return (await em.findOneOrFail(SignInIdentityEntity, { email }, { fields: ['id'] })).id;
}

/** Member of a workspace as a sign-in found them. */
type Found = { id: string; role: Role; departmentId: string | null };

/** Keeps a member from being deactivated or given another role. Returns false if they aren't as found anymore. */
export async function lockMemberIfUnchanged(
  em: StatementRunner,
  workspaceId: string,
  { id, role, departmentId }: Found,
): Promise<boolean> {
  return (await HOLD_MEMBER.one(em, { workspaceId, id, role, departmentId })).held;
}

const HOLD_MEMBER = defineStatement({
  name: 'hold-member',
  scope: 'tenant',
  row: z.strictObject({ held: z.boolean() }),
  sql: `select guard_user(:workspaceId, :id::uuid, :role::text, :departmentId::uuid) as held`,
});

const HAS_ADDRESS = defineStatement({
  name: 'has-address',
  scope: 'tenant',
  sql: 'select 1 from users where workspace_id = :workspaceId and id = :id and email = :email',
});

/** Records a sign-in in a workspace. Returns false if the membership has ended or changed. */
async function recordSignIn(
  db: Database,
  { email }: SignedInIdentity,
  { workspace, user }: Membership,
  source: SignInRequestInfo,
  proof: RedeemableSignInProof | undefined,
): Promise<boolean> {
  const { id, full_name: name, role, department_id: departmentId } = user;
  return createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
    const held = await lockMemberIfUnchanged(em, workspace.id, { id, role, departmentId });
    // A query after the lock, which another address waits for, too (rules/users 23).
    const hasAddress = async () =>
      email === null || (await HAS_ADDRESS.run(em, { workspaceId: workspace.id, id, email })) > 0;
    if (!held || !(await hasAddress())) return false;
    const giver = await proof?.confirm?.(em);
    const actor = { kind: 'user', id, name, email, role, departmentId } as const;
    const signedIn = { workspaceId: workspace.id, userId: id };
    // A sign-in at the same moment may be later.
    await em.upsert(UserSignInEntity, { ...signedIn, at: source.now }, { onConflictAction: 'ignore' });
    await em.nativeUpdate(UserSignInEntity, { ...signedIn, at: { $lt: source.now } }, { at: source.now });
    await recordEvent(
      em,
      { workspace, actor, ...source },
      {
        action: 'user.signed_in',
        subject: { kind: 'user', id, name },
        ...(giver !== undefined && { changes: { link_from: giver } }),
        ...(proof?.method !== undefined && { changes: { method: proof.method } }),
      },
    );
    return true;
  });
}

async function reasonFor(
  { pool }: Database,
  { email, bySingleSignOn, onlyWorkspace }: SignedInIdentity,
): Promise<Reason> {
  // A workspace's issuer or link isn't told of others.
  if (email === null || onlyWorkspace !== null || !(await filterActiveMemberEmails(pool, [email])).has(email))
    return 'not_a_member';
  return bySingleSignOn ? 'single_sign_on_closed' : 'single_sign_on_required';
}
