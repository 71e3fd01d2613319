import { z } from 'zod';
import { Id } from '../primitives.ts';

/** How it was established that the person was there: by their session's sign-in, and on which shared device. */
export const LearnerSignInEvidence = z.strictObject({
  by: z
    .enum(['link', 'handed_link', 'single_sign_on', 'pin', 'passkey', 'recovery_code'])
    .describe('`handed_link`: a link that a super admin copied. A passkey or recovery code may have confirmed others.'),
  device: z.strictObject({ id: Id, name: z.string() }).nullable().describe('The shared device, if it was one.'),
});
export type LearnerSignInEvidence = z.infer<typeof LearnerSignInEvidence>;
