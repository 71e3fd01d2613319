import { UniqueConstraintViolationException } from '@mikro-orm/core';
import {
  type AddPasskey,
  MAX_PASSKEYS_PER_PERSON,
  type OwnPasskeys,
  type Passkey,
  type PasskeyCreationOptions,
} from '@training/shared/passkeys/passkeys';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { AuthSessionEntity } from '../sessions/identity.entity.ts';
import { newRandomToken } from '../sessions/random-token.ts';
import { storeOneTimeValue, findAndRedeemOneTimeValue } from '../sessions/one-time-value.ts';
import {
  assertMayChangePasskeys,
  assertSessionNotByCopiedLink,
  findPasskeyChangeRequirement,
  type OwnIdentityContext,
  inOwnIdentityTransaction,
} from './own-identity.ts';
import type { RelyingParty } from './relying-party.ts';
import { PasskeyEntity, type PasskeyRow, RecoveryCodeEntity } from './passkey.entity.ts';
import { challengeOf, verifyNewPasskey } from './verify-passkey.ts';

/** Minutes for which a challenge can be answered. */
export const CHALLENGE_MINUTES = 5;

/** The identity as authenticators store it, in base64url: they tell it to nobody but this site. */
export function userHandleOf(identityId: string): string {
  return Buffer.from(identityId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** @throws AppError `passkeys_not_available` */
export function requireRelyingParty(site: RelyingParty | undefined): RelyingParty {
  if (site) return site;
  throw new AppError(
    'passkeys_not_available',
    'Passkeys need a domain name and https. Whoever runs this server sets PUBLIC_URL to such an address.',
  );
}

function passkeyOf(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    backed_up: row.backedUp,
  };
}

const ordered = (em: EntityManager, identityId: string) =>
  em.find(PasskeyEntity, { identityId }, { orderBy: { createdAt: 'asc', id: 'asc' } });

/** Lists the person's passkeys. A session of a link that someone else copied sees none. */
export function listPasskeys(ctx: OwnIdentityContext): Promise<OwnPasskeys> {
  return inOwnIdentityTransaction(ctx, async (em, locked) => {
    const needs = await findPasskeyChangeRequirement(em, ctx, locked);
    if (ctx.identity.onlyWorkspace !== null) return { passkeys: [], recovery_codes: 0, needs };
    const passkeys = (await ordered(em, locked.id)).map(passkeyOf);
    return { passkeys, recovery_codes: await em.count(RecoveryCodeEntity, { identityId: locked.id }), needs };
  });
}

/** Starts adding a passkey. @throws AppError `sign_in_again`, `passkey_limit_reached`, `passkeys_not_available` */
export function startAddingPasskey(ctx: OwnIdentityContext): Promise<PasskeyCreationOptions> {
  const { domain } = requireRelyingParty(ctx.site);
  return inOwnIdentityTransaction(ctx, async (em, locked) => {
    await assertMayChangePasskeys(em, ctx, locked);
    const rows = await ordered(em, locked.id);
    assertRoom(rows.length);
    const challenge = newRandomToken();
    const value = ctx.identity.sessionId;
    await storeOneTimeValue(em, 'new_passkey', { token: challenge, value, minutes: CHALLENGE_MINUTES });
    return {
      challenge,
      rp_id: domain,
      user: { id: userHandleOf(locked.id), name: locked.email },
      known: rows.map(({ credentialId: id, transports }) => ({ id, transports })),
    };
  });
}

function assertRoom(count: number): void {
  if (count < MAX_PASSKEYS_PER_PERSON) return;
  const words = `You have ${count} passkeys, which is the limit. Remove one that you no longer use.`;
  throw new AppError('passkey_limit_reached', words);
}

/**
 * Adds a passkey. The person has just used it, so it confirms their session.
 * @throws AppError `passkey_refused`, `sign_in_again`, `passkey_limit_reached`, `passkeys_not_available`
 */
export async function addPasskey(ctx: OwnIdentityContext, given: AddPasskey): Promise<Passkey> {
  const site = requireRelyingParty(ctx.site);
  const challenge = challengeOf(given.client_data);
  const startedBy = challenge && (await findAndRedeemOneTimeValue(ctx.db.em.fork(), 'new_passkey', challenge));
  if (challenge === undefined || startedBy !== ctx.identity.sessionId) throw challengeExpiredError();
  const verified = await verifyNewPasskey(site, challenge, given);
  const adding = inOwnIdentityTransaction(
    ctx,
    async (em, locked) => {
      await assertMayChangePasskeys(em, ctx, locked, CHALLENGE_MINUTES);
      assertRoom(await em.count(PasskeyEntity, { identityId: locked.id }));
      const { name, transports } = given;
      const row = em.create(PasskeyEntity, {
        id: newId(),
        identityId: locked.id,
        ...verified,
        transports,
        name,
        createdAt: ctx.now,
        lastUsedAt: null,
      });
      await em.flush();
      await markSessionConfirmed(em, ctx, { confirmedBy: 'passkey', passkeyId: row.id });
      return passkeyOf(row);
    },
    ({ name: passkey }) => ({ notice: 'passkey_added', passkey }),
  );
  return adding.catch((error: unknown) => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new AppError('passkey_refused', 'This passkey is already stored. Use another device, or sign in with it.');
  });
}

/** Returns the error for a challenge that is unknown, was answered before, or has expired. */
export const challengeExpiredError = () =>
  new AppError('passkey_refused', `That took longer than ${CHALLENGE_MINUTES} minutes, or was sent twice. Try again.`);

/** Confirms the person's session, from which moment it may do more. @throws AppError `not_signed_in` if it has ended */
export async function markSessionConfirmed(
  em: EntityManager,
  { identity, now }: Pick<OwnIdentityContext, 'identity' | 'now'>,
  by: { confirmedBy: 'passkey' | 'recovery_code'; passkeyId: string | null },
): Promise<void> {
  const confirmed = { ...by, confirmedAt: now };
  if ((await em.nativeUpdate(AuthSessionEntity, { token: identity.sessionId }, confirmed)) === 0) {
    throw new AppError('not_signed_in', 'Sign in, then try again.');
  }
}

/** @throws AppError `passkey_not_found`, `sign_in_again` */
export function renamePasskey(ctx: OwnIdentityContext, { id, name }: { id: string; name: string }): Promise<Passkey> {
  assertSessionNotByCopiedLink(ctx);
  return inOwnIdentityTransaction(ctx, async (em, locked) => {
    const row = await em.findOne(PasskeyEntity, { id, identityId: locked.id });
    if (!row) throw unknownPasskey();
    row.name = name;
    await em.flush();
    return passkeyOf(row);
  });
}

/**
 * Removes a passkey. Other sessions that it confirmed end, and this one loses the confirmation. Without a passkey there
 * are no recovery codes.
 * @throws AppError `passkey_not_found`, `sign_in_again`
 */
export async function removePasskey(ctx: OwnIdentityContext, id: string): Promise<void> {
  await inOwnIdentityTransaction(
    ctx,
    async (em, locked) => {
      await assertMayChangePasskeys(em, ctx, locked);
      const row = await em.findOne(PasskeyEntity, { id, identityId: locked.id });
      if (!row) throw unknownPasskey();
      await em.nativeDelete(PasskeyEntity, { id });
      const { sessionId: token } = ctx.identity;
      await em.nativeDelete(AuthSessionEntity, { passkeyId: id, token: { $ne: token } });
      const unconfirmed = { confirmedBy: null, confirmedAt: null, passkeyId: null };
      await em.nativeUpdate(AuthSessionEntity, { passkeyId: id, token }, unconfirmed);
      const left = await em.count(PasskeyEntity, { identityId: locked.id });
      if (left === 0) await em.nativeDelete(RecoveryCodeEntity, { identityId: locked.id });
      return row.name;
    },
    (passkey) => ({ notice: 'passkey_removed', passkey }),
  );
}

const unknownPasskey = () =>
  new AppError('passkey_not_found', 'You have no such passkey. It may have been removed; reload the page.');
