import type { LearnerSignInEvidence } from '@training/shared/evidence/presence';
import type { SessionConfirmationMethod } from './identity.entity.ts';

/** A signed-in user and the sign-in method, which decides which of their workspaces they may enter. */
export type SignedInIdentity = {
  /** Null if they signed in with a PIN. */
  email: string | null;
  /** The person of `onlyWorkspace` who signed in with a PIN. It opens nothing else (rules/sign-in 15). */
  personId: string | null;
  /** The version of that PIN; null in sessions of before it was stored. */
  pinVersion: number | null;
  /** The shared device on which they did. */
  deviceId: string | null;
  /** Signed in through single sign-on: opens only workspaces that trust the provider with the email's domain. */
  bySingleSignOn: boolean;
  /**
   * Set if the session comes from a link that a super admin of this workspace created. Such a link doesn't prove
   * ownership of the mailbox, so it opens only that workspace, and never as a super admin (rules/sign-in 8).
   */
  onlyWorkspace: string | null;
  /** The super admin who created that link; it opens nothing while they aren't one. Links before 2026-11-28 lack it. */
  handedBy: string | null;
  /** The issuer of `onlyWorkspace` that signed them in. It opens nothing else (rules/sign-in 33). */
  issuerKey: string | null;
  /** Confirmation of the person besides the mailbox or the provider. */
  confirmedBy: SessionConfirmationMethod | null;
};

/** All that an address opens with nothing but its mailbox. */
export const createEmailOnlyIdentity = (email: string) => ({
  email,
  personId: null,
  pinVersion: null,
  deviceId: null,
  bySingleSignOn: false,
  onlyWorkspace: null,
  handedBy: null,
  issuerKey: null,
  confirmedBy: null,
});

/** Returns how the presence of a signed-in person was established (rules/evidence 8). */
export function presenceProofOf(
  { personId, confirmedBy, bySingleSignOn, onlyWorkspace }: SignedInIdentity,
  device: LearnerSignInEvidence['device'],
): LearnerSignInEvidence {
  const other = bySingleSignOn ? 'single_sign_on' : onlyWorkspace === null ? 'link' : 'handed_link';
  return { by: personId === null ? (confirmedBy ?? other) : 'pin', device };
}
