import type { Runner } from '../../../database/statement.ts';
import { finish, type Claim } from './finish.ts';
import { isStillTrue, type DueNotification } from './still-true.ts';

export type Judged<Of extends Claim> = { claim: Of; notification: DueNotification };

/**
 * Returns the claims (of one workspace) to send now: still true, wanted, unseen, and outside quiet hours
 * (rules/notifications 7). Finishes or postpones the others.
 */
export async function judgeClaims<Of extends Claim>(
  on: Runner,
  workspaceId: string,
  claims: readonly Of[],
  now: Date,
): Promise<Judged<Of>[]> {
  const ids = claims.map(({ id }) => id);
  const verdicts = await isStillTrue(on, workspaceId, ids, now);
  const judged: Judged<Of>[] = [];
  for (const claim of claims) {
    const verdict = verdicts.find(({ notification }) => notification.id === claim.id);
    if (!verdict) continue;
    if (verdict.do === 'suppress') await finish(on, claim, { state: 'suppressed', reason: verdict.reason }, now);
    else if (verdict.do === 'wait') await finish(on, claim, { state: 'pending', at: verdict.until, free: true }, now);
    else judged.push({ claim, notification: verdict.notification });
  }
  return judged;
}
