import type { Database } from '../../database/database.ts';
import { AppError } from '../../core/errors.ts';
import { createSession, type CreatedSession } from './create-session.ts';
import { redeemOneTimeValue } from './one-time-value.ts';
import type { SignInSource } from './record-sign-in.ts';
import { LinkValue } from './sign-in-link.ts';
import { SignInRefused } from './sign-in-refused.ts';

/**
 * Signs in whoever has the token of a link. The link is spent only if there is a session.
 * @throws AppError 400 `link_invalid`; 403 `not_a_member`
 */
export async function redeemSignInLink(db: Database, token: string, from: SignInSource): Promise<CreatedSession> {
  const signingIn = db.em.fork().transactional(async (em) => {
    const value = await redeemOneTimeValue(em, 'link', token);
    if (value === undefined) {
      throw new AppError('link_invalid', 'The link was already used or has expired. Ask for a new one.');
    }
    const { email, handed } = LinkValue.parse(JSON.parse(value));
    const who = { email, bySingleSignOn: false, onlyWorkspace: handed?.workspace ?? null };
    return createSession(em, who, { ...from, handedBy: handed?.by });
  });
  return signingIn.catch((error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error;
    throw new AppError('not_a_member', 'The person this link was for is no longer an active member of a workspace.');
  });
}
