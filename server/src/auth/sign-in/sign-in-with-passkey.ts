import { LockMode } from '@mikro-orm/postgresql';
import type { PasskeyAssertion } from '@training/shared/passkeys/passkeys';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import { SignInIdentityEntity } from '../sessions/identity.entity.ts';
import { newRandomToken } from '../sessions/random-token.ts';
import { type CreatedSession, createSession, SignInRefusedError, type SignInRequestInfo } from './create-session.ts';
import { storeOneTimeValue, findAndRedeemOneTimeValue } from '../sessions/one-time-value.ts';
import { singleSignOnRequiredError } from '../sessions/issuer-requirement.ts';
import { createEmailOnlyIdentity } from '../sessions/signed-in-identity.ts';
import { PasskeyEntity } from '../passkeys/passkey.entity.ts';
import { CHALLENGE_MINUTES, challengeExpiredError, userHandleOf } from '../passkeys/passkeys.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import { challengeOf, verifyPasskeyUse } from '../passkeys/verify-passkey.ts';

/**
 * Starts a sign-in. It names no person and no passkey: the device shows those it has for this site, so nobody learns
 * who has one.
 */
export async function startPasskeySignIn(
  db: Database,
  { domain }: RelyingParty,
): Promise<{ challenge: string; rp_id: string }> {
  const challenge = newRandomToken();
  await storeOneTimeValue(db.em.fork(), 'passkey', { token: challenge, value: '', minutes: CHALLENGE_MINUTES });
  return { challenge, rp_id: domain };
}

/**
 * Signs in whoever used a passkey. The challenge is spent in any case.
 * @throws AppError 400 `passkey_refused`; 403 `not_a_member`
 */
export async function signInWithPasskey(
  db: Database,
  site: RelyingParty,
  assertion: PasskeyAssertion,
  from: SignInRequestInfo,
): Promise<CreatedSession> {
  const challenge = challengeOf(assertion.client_data);
  if (challenge === undefined) throw challengeExpiredError();
  if ((await findAndRedeemOneTimeValue(db.em.fork(), 'passkey', challenge)) === undefined)
    throw challengeExpiredError();
  const em = db.em.fork();
  const passkey = await em.findOne(PasskeyEntity, { credentialId: assertion.id });
  const identity = passkey && (await em.findOne(SignInIdentityEntity, { id: passkey.identityId }));
  if (!passkey || !identity || userHandleOf(identity.id) !== assertion.user_handle) throw unknown();
  const { id, email } = identity;
  const { counter, backedUp } = await verifyPasskeyUse(site, challenge, passkey, assertion);
  const who = { ...createEmailOnlyIdentity(email), confirmedBy: 'passkey' } as const;
  const signingIn = createSession(db, who, from, {
    passkeyId: passkey.id,
    method: 'passkey',
    // If the passkey was removed or used since it was read, nobody is signed in.
    async redeem(transaction) {
      await transaction.findOne(SignInIdentityEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const asRead = { id: passkey.id, counter: passkey.counter };
      const used = { counter, backedUp, lastUsedAt: from.now };
      if ((await transaction.nativeUpdate(PasskeyEntity, asRead, used)) === 0) throw unknown();
    },
  });
  return signingIn.catch((error: unknown) => {
    if (!(error instanceof SignInRefusedError)) throw error;
    if (error.reason === 'single_sign_on_required') throw singleSignOnRequiredError('Your workspace');
    throw new AppError('not_a_member', 'The passkey’s owner is no longer an active member of a workspace.');
  });
}

const unknown = () =>
  new AppError('passkey_refused', 'The passkey isn’t known here. It may have been removed. Sign in with a link.');
