import { z } from 'zod';
import { contractMessage } from '#contract';
import { MediaDigest } from '../courses/media.ts';
import { ExternalId, Id, Timestamp } from '../primitives.ts';
import { WorkspaceSlug } from '../workspaces/workspaces.ts';

/** Roles that sign in with a number and PIN. Others can do too much for six digits. */
export const PIN_ROLES = ['learner', 'trainer'] as const;
export const isPinRole = (role: string) => PIN_ROLES.some((each) => each === role);
export const MAX_SIGN_IN_CODES_PER_REQUEST = 200;

/** True for a PIN that many choose: one digit, or digits in a row up or down. */
function isGuessable(pin: string): boolean {
  const digits = pin.split('').map(Number);
  const steps = new Set(digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10));
  return steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
}

/** A PIN that someone chooses. */
export const NewPin = z
  .string()
  .regex(/^\d{6,8}$/, { error: () => contractMessage('pinDigits') })
  .refine((pin) => !isGuessable(pin), { error: () => contractMessage('pinGuessable') });

export const SignInWithPin = z.strictObject({
  workspace: WorkspaceSlug,
  external_id: ExternalId,
  pin: z.string().regex(/^\d{6,8}$/, { error: () => contractMessage('pinDigits') }),
});
export type SignInWithPin = z.infer<typeof SignInWithPin>;

/** Chooses a PIN with a sign-in code, and signs in. */
export const ChoosePin = z.strictObject({
  workspace: WorkspaceSlug,
  code: z.string().trim().min(1).max(40),
  pin: NewPin,
});
export type ChoosePin = z.infer<typeof ChoosePin>;

/** Replaces one's own PIN. */
export const ChangePin = z.strictObject({ current: SignInWithPin.shape.pin, pin: NewPin });
export type ChangePin = z.infer<typeof ChangePin>;

export const PinOwnerRef = z.strictObject({ user_id: Id });
export type PinOwnerRef = z.infer<typeof PinOwnerRef>;

export const PinState = z.strictObject({
  is_offered: z
    .boolean()
    .describe('Whether the caller can give the person a code: by workspace, role, number and status.'),
  has_pin: z.boolean(),
  code_expires_at: Timestamp.nullable().describe('null if no sign-in code is valid.'),
  paused_until: Timestamp.nullable().describe('null unless too many wrong PINs were entered.'),
});
export type PinState = z.infer<typeof PinState>;

export const CreateSignInCodes = z.strictObject({
  user_ids: z
    .array(Id)
    .min(1)
    .max(MAX_SIGN_IN_CODES_PER_REQUEST)
    .refine((ids) => new Set(ids).size === ids.length, { error: () => contractMessage('eachPersonOnce') }),
});
export type CreateSignInCodes = z.infer<typeof CreateSignInCodes>;

/** Codes that are shown once. */
export const CreatedSignInCodes = z.strictObject({
  codes: z.array(
    z.strictObject({
      user_id: Id,
      full_name: z.string(),
      external_id: z.string(),
      code: z.string(),
      url: z.url().describe('Opens the page that asks for a PIN, with the code after the #.'),
      expires_at: Timestamp,
    }),
  ),
  refused: z.array(
    z.strictObject({
      user_id: Id,
      full_name: z.string(),
      reason: z.enum(['number', 'role', 'trainer', 'manager', 'inactive']),
    }),
  ),
});
export type CreatedSignInCodes = z.infer<typeof CreatedSignInCodes>;

/** People of a team who can have a PIN, those without one first; at most `MAX_SIGN_IN_CODES_PER_REQUEST`. */
export const TeamPinStates = z.strictObject({
  people: z.array(
    z.strictObject({
      id: Id,
      full_name: z.string(),
      picture: MediaDigest.nullable(),
      has_pin: z.boolean(),
      paused_until: PinState.shape.paused_until,
    }),
  ),
});
export type TeamPinStates = z.infer<typeof TeamPinStates>;
