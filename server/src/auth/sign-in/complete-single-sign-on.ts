import type { Database } from '../../database/database.ts';
import type { IdentityProvider, Profile } from '../../providers/identity/identity-provider.ts';
import { createSession, type CreatedSession } from './create-session.ts';
import { redeemOneTimeValue } from './one-time-value.ts';
import type { SignInSource } from './record-sign-in.ts';
import { SignInRefused } from './sign-in-refused.ts';
import { StartedSignOn } from './start-single-sign-on.ts';

/** The browser's request on its return from the provider. */
type Returned = {
  /** Address that the provider redirected to, with `code` and `state`. */
  address: URL;
  /** State in the browser's cookie. */
  state: string | undefined;
};

/**
 * Signs in whoever comes back from the provider.
 * @throws SignInRefused
 * @throws Error if this browser hasn't started the sign-in, or the provider doesn't confirm it
 */
export async function completeSingleSignOn(
  { db, provider }: { db: Database; provider: IdentityProvider },
  { address, state }: Returned,
  from: SignInSource,
): Promise<CreatedSession & { next: string }> {
  const value = state && (await redeemOneTimeValue(db.em.fork(), 'single_sign_on', state));
  if (!value) throw new Error('This browser has not started single sign-on, or not within the last minutes');
  const { next, ...started } = StartedSignOn.parse(JSON.parse(value));
  const email = verifiedEmail(await provider.profile(address, { state, ...started }));
  // An identity is an email, whatever the sign-in method, and the provider confirms the email each time. If it were
  // keyed by the provider's subject, a user whose email changes would keep access under the old one.
  const who = { email, bySingleSignOn: true, onlyWorkspace: null };
  const session = await db.em.fork().transactional((em) => createSession(em, who, from));
  return { ...session, next };
}

function verifiedEmail({ email, isEmailVerified }: Profile): string {
  if (typeof email !== 'string' || email.trim() === '') throw new Error('The sign-in provider named no e-mail');
  // Some providers send the claim as text. Anything but a clear yes counts as no.
  if (isEmailVerified !== true && isEmailVerified !== 'true') throw new SignInRefused('email_not_verified');
  return email.trim().toLowerCase();
}
