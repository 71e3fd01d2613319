import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { FRESH_SIGN_IN_MINUTES, type PasskeyChangeRequirement } from '@training/shared/passkeys/passkeys';
import type { Membership } from '@training/shared/sessions';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import type { EventContext } from '../../features/events/record-event.ts';
import type { SessionIdentity } from '../sessions/console-sessions.ts';
import { SignInIdentityEntity } from '../sessions/identity.entity.ts';
import { listMembershipsOfIdentity } from '../sessions/memberships.ts';
import { createEmailOnlyIdentity } from '../sessions/signed-in-identity.ts';
import type { RelyingParty } from './relying-party.ts';
import { PasskeyEntity } from './passkey.entity.ts';
import { recordAndMailPasskeyChange, type PasskeyChange } from './record-passkey-change.ts';

/** A signed-in person who looks at or changes their passkeys. */
export type OwnIdentityContext = {
  db: Database;
  identity: SessionIdentity;
  /** Undefined if passkeys don't work at the server's address. */
  site: RelyingParty | undefined;
} & Pick<EventContext, 'now' | 'requestId' | 'ip'>;

/** A person whose identity is locked, so that nothing about their passkeys changes meanwhile. */
export type LockedIdentity = {
  id: string;
  email: string;
  /** Memberships, whatever the session opens. */
  opened: Membership[];
};

/** Runs `work` in a transaction in which the person's identity is locked; undefined if they have never signed in. */
export async function inIdentityTransaction<T>(
  db: Database,
  email: string,
  work: (em: EntityManager, locked: LockedIdentity) => Promise<T>,
): Promise<{ result: T; locked: LockedIdentity } | undefined> {
  const opened = await listMembershipsOfIdentity(db, createEmailOnlyIdentity(email));
  return db.em.fork().transactional(async (em) => {
    const found = await em.findOne(SignInIdentityEntity, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!found) return undefined;
    const locked = { id: found.id, email, opened };
    return { result: await work(em, locked), locked };
  });
}

/**
 * Runs `work` in a transaction in which the person's identity is locked, and then tells the person what it has changed.
 * @throws AppError `not_signed_in`
 */
export async function inOwnIdentityTransaction<T>(
  ctx: OwnIdentityContext,
  work: (em: EntityManager, locked: LockedIdentity) => Promise<T>,
  changeOf?: (result: T) => PasskeyChange,
): Promise<T> {
  const { email } = ctx.identity;
  if (email === null) throw new AppError('sign_in_again', WORDS.own_link);
  const done = await inIdentityTransaction(ctx.db, email, work);
  if (!done) throw new AppError('not_signed_in', 'Sign in, then try again.');
  if (changeOf) await recordAndMailPasskeyChange(ctx.db, done.locked, ctx, changeOf(done.result));
  return done.result;
}

/** True for a session that proves neither the mailbox nor a passkey, but for a provider or a link of someone else. */
const isBorrowed = ({ confirmedBy, bySingleSignOn, onlyWorkspace }: SessionIdentity) =>
  confirmedBy === null && (bySingleSignOn || onlyWorkspace !== null);

/**
 * Returns what a session lacks to change passkeys (rules/sign-in 10). A passkey opens every workspace of the address,
 * so a session that doesn't may not add one.
 * @param grace Minutes for which a change that has begun may be finished.
 */
export async function findPasskeyChangeRequirement(
  em: EntityManager,
  { identity, now }: Pick<OwnIdentityContext, 'identity' | 'now'>,
  { id, opened }: LockedIdentity,
  grace = 0,
): Promise<PasskeyChangeRequirement> {
  if (isBorrowed(identity)) return 'own_link';
  const asksForOne = opened.some(({ passkey_required }) => passkey_required);
  const isHeld = asksForOne && (await em.count(PasskeyEntity, { identityId: id })) > 0;
  if (isHeld && identity.confirmedBy === null) return 'passkey';
  const age = now.getTime() - identity.signedInAt.getTime();
  if (age <= (FRESH_SIGN_IN_MINUTES + grace) * 60_000) return 'nothing';
  return isHeld ? 'passkey' : 'sign_in';
}

const WORDS: Record<Exclude<PasskeyChangeRequirement, 'nothing'>, string> = {
  own_link:
    'A passkey opens every workspace of your address, so it can’t be changed after single sign-on, or with a link that ' +
    'someone else copied. Sign in with a link sent to your e-mail.',
  sign_in: `Sign in again: passkeys can be changed for ${FRESH_SIGN_IN_MINUTES} minutes after a sign-in.`,
  passkey: 'Sign in with one of your passkeys or use a recovery code, then try again.',
};

/** @throws AppError `sign_in_again` unless the session may change passkeys now */
export async function assertMayChangePasskeys(
  em: EntityManager,
  ctx: Pick<OwnIdentityContext, 'identity' | 'now'>,
  locked: LockedIdentity,
  grace?: number,
): Promise<void> {
  const need = await findPasskeyChangeRequirement(em, ctx, locked, grace);
  if (need !== 'nothing') throw new AppError('sign_in_again', WORDS[need]);
}

/** @throws AppError `sign_in_again` if the session came from a link that someone else copied */
export function assertSessionNotByCopiedLink({ identity }: Pick<OwnIdentityContext, 'identity'>): void {
  if (identity.onlyWorkspace !== null) throw new AppError('sign_in_again', WORDS.own_link);
}
