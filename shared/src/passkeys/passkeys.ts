import { z } from 'zod';
import { Id, labelSchema, Timestamp } from '../primitives.ts';

export const MAX_PASSKEYS_PER_PERSON = 20;
/** The number of recovery codes created at once. */
export const RECOVERY_CODE_COUNT = 10;
/** Minutes for which a sign-in allows changing passkeys. */
export const FRESH_SIGN_IN_MINUTES = 10;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/);

export const Passkey = z.strictObject({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  backed_up: z.boolean().describe('Whether its provider keeps a copy, so that it outlives the device.'),
});
export type Passkey = z.infer<typeof Passkey>;

/**
 * The requirement that a session must still meet to change passkeys: nothing, a sign-in of its own, a recent sign-in,
 * or one with a passkey.
 */
export const PasskeyChangeRequirement = z.enum(['nothing', 'own_link', 'sign_in', 'passkey']);
export type PasskeyChangeRequirement = z.infer<typeof PasskeyChangeRequirement>;

export const OwnPasskeys = z.strictObject({
  passkeys: z.array(Passkey),
  recovery_codes: z.int().describe('How many recovery codes are left.'),
  needs: PasskeyChangeRequirement.describe('What the session needs before passkeys and recovery codes can be changed.'),
});
export type OwnPasskeys = z.infer<typeof OwnPasskeys>;

/** Input of the browser’s `navigator.credentials.create`. */
export const PasskeyCreationOptions = z.strictObject({
  challenge: z.string(),
  rp_id: z.string(),
  user: z.strictObject({ id: z.string(), name: z.string() }),
  known: z
    .array(z.strictObject({ id: z.string(), transports: z.array(z.string()) }))
    .describe('The person’s passkeys: a device that has one makes no other.'),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

export const AddPasskey = z.strictObject({
  name: labelSchema(100),
  client_data: base64url(2_000),
  attestation: base64url(6_000),
  transports: z.array(z.string().max(32)).max(8),
});
export type AddPasskey = z.infer<typeof AddPasskey>;

export const RenamePasskey = z.strictObject({ id: Id, name: labelSchema(100) });
export type RenamePasskey = z.infer<typeof RenamePasskey>;

export const PasskeyRef = z.strictObject({ id: Id });

/** Output of the browser’s `navigator.credentials.get`. */
export const PasskeyAssertion = z.strictObject({
  id: base64url(1_400),
  client_data: base64url(2_000),
  authenticator_data: base64url(1_400),
  signature: base64url(1_400),
  user_handle: base64url(100),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

export const CreatedRecoveryCodes = z.strictObject({ codes: z.array(z.string()) });

export const UseRecoveryCode = z.strictObject({ code: z.string().trim().min(1).max(100) });
