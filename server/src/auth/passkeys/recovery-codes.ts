import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@training/shared/passkeys/passkeys';
import { AppError } from '../../core/errors.ts';
import { assertFreshSignIn, assertOwnSession, type OwnContext, withOwnIdentity } from './own-identity.ts';
import { confirmSession } from './passkeys.ts';
import { PasskeyEntity, RecoveryCodeEntity } from './passkey.entity.ts';

/** Crockford's base 32, without the letters that look like digits. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes a code of 16 characters, 80 random bits, in groups of four. */
function newCode(): string {
  const characters = Array.from(randomBytes(16), (byte) => DIGITS[byte % 32]).join('');
  return characters.replace(/.{4}(?=.)/g, '$&-');
}

/**
 * Hashes a code as it may be typed. 80 random bits can't be guessed, so SHA-256 without a salt hides it as well as a
 * slow hash would.
 */
function hashOf(code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest('base64url');
}

/** Makes new recovery codes and discards the former ones. @throws AppError `sign_in_again`, `passkey_not_found` */
export function createRecoveryCodes(ctx: OwnContext): Promise<string[]> {
  return withOwnIdentity(
    ctx,
    async (em, locked) => {
      await assertFreshSignIn(em, ctx, locked);
      const identityId = locked.id;
      if ((await em.count(PasskeyEntity, { identityId })) === 0) {
        throw new AppError('passkey_not_found', 'Recovery codes replace a lost passkey. Add a passkey first.');
      }
      const codes = Array.from({ length: RECOVERY_CODES }, newCode);
      await em.nativeDelete(RecoveryCodeEntity, { identityId });
      await em.insertMany(
        RecoveryCodeEntity,
        codes.map((code) => ({ identityId, hash: hashOf(code), createdAt: ctx.now })),
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
export function acceptRecoveryCode(ctx: OwnContext, code: string): Promise<void> {
  assertOwnSession(ctx);
  return withOwnIdentity(
    ctx,
    async (em, locked) => {
      const used = await em.nativeDelete(RecoveryCodeEntity, { identityId: locked.id, hash: hashOf(code) });
      if (used === 0) {
        throw new AppError(
          'recovery_code_invalid',
          'The code isn’t one of yours, or was used before. Try another one.',
        );
      }
      await confirmSession(em, ctx, { confirmedBy: 'recovery_code', passkeyId: null });
    },
    () => ({ notice: 'recovery_code_used' }),
  );
}
