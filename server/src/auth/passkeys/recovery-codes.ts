import { RECOVERY_CODE_COUNT } from '@training/shared/passkeys/passkeys';
import { AppError } from '../../core/errors.ts';
import { hashTypedCode, newTypedCode } from '../sessions/typed-code.ts';
import {
  assertMayChangePasskeys,
  assertSessionNotByCopiedLink,
  type OwnIdentityContext,
  inOwnIdentityTransaction,
} from './own-identity.ts';
import { markSessionConfirmed } from './passkeys.ts';
import { PasskeyEntity, RecoveryCodeEntity } from './passkey.entity.ts';

/** Characters of a code, which are 80 random bits. */
const LENGTH = 16;

/** Makes new recovery codes and discards the former ones. @throws AppError `sign_in_again`, `passkey_not_found` */
export function createRecoveryCodes(ctx: OwnIdentityContext): Promise<string[]> {
  return inOwnIdentityTransaction(
    ctx,
    async (em, locked) => {
      await assertMayChangePasskeys(em, ctx, locked);
      const identityId = locked.id;
      if ((await em.count(PasskeyEntity, { identityId })) === 0) {
        throw new AppError('passkey_not_found', 'Recovery codes replace a lost passkey. Add a passkey first.');
      }
      const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => newTypedCode(LENGTH));
      await em.nativeDelete(RecoveryCodeEntity, { identityId });
      await em.insertMany(
        RecoveryCodeEntity,
        codes.map((code) => ({ identityId, hash: hashTypedCode(code), createdAt: ctx.now })),
      );
      return codes;
    },
    () => ({ notice: 'recovery_codes_created' }),
  );
}

/**
 * Confirms the session with a recovery code, which then is used up. Of two uses at once, one finds it.
 * @throws AppError `recovery_code_invalid`, `sign_in_again`
 */
export function confirmSessionByRecoveryCode(ctx: OwnIdentityContext, code: string): Promise<void> {
  assertSessionNotByCopiedLink(ctx);
  return inOwnIdentityTransaction(
    ctx,
    async (em, locked) => {
      const used = await em.nativeDelete(RecoveryCodeEntity, { identityId: locked.id, hash: hashTypedCode(code) });
      if (used === 0) {
        throw new AppError(
          'recovery_code_invalid',
          'The code isn’t one of yours, or was used before. Try another one.',
        );
      }
      await markSessionConfirmed(em, ctx, { confirmedBy: 'recovery_code', passkeyId: null });
    },
    () => ({ notice: 'recovery_code_used' }),
  );
}
