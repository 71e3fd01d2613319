/** Reasons of a refused sign-in. The sign-in page explains them as values of `?error=`. */
type Reason = 'not_a_member' | 'single_sign_on_closed' | 'email_not_verified';

/** Error: the caller is who they say, or may be, but can't sign in. */
export class SignInRefused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`Signing in was refused: ${reason}`);
    this.reason = reason;
  }
}
