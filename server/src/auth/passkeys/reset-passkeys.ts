import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { AuthSessionEntity } from '../sessions/identity.entity.ts';
import { inIdentityTransaction } from './own-identity.ts';
import { PasskeyEntity, RecoveryCodeEntity } from './passkey.entity.ts';
import { recordAndMailPasskeyChange } from './record-passkey-change.ts';

/**
 * Removes a person's passkeys and recovery codes and ends their sessions, for someone who has lost both (rules/sign-in
 * 14). @throws AppError `user_not_found`
 */
export async function resetPasskeys(
  { db, actor, now, requestId, ip }: Omit<Context, 'workspace'>,
  email: string,
): Promise<{ passkeys: number; codes: number; sessions: number }> {
  const done = await inIdentityTransaction(db, email, async (em, { id }) => ({
    passkeys: await em.nativeDelete(PasskeyEntity, { identityId: id }),
    codes: await em.nativeDelete(RecoveryCodeEntity, { identityId: id }),
    sessions: await em.nativeDelete(AuthSessionEntity, { userId: id }),
  }));
  if (!done) throw new AppError('user_not_found', `Nobody has signed in with the e-mail ${email}.`);
  const by = actor.kind === 'system' ? { by: actor } : {};
  await recordAndMailPasskeyChange(db, done.locked, { now, requestId, ip }, { notice: 'passkeys_reset', ...by });
  return done.result;
}
