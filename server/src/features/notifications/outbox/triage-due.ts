import type { StatementRunner } from '../../../database/statements/statement.ts';
import { completeNotification, type ClaimedNotificationKey } from './complete-notification.ts';
import { checkRelevance, type DueNotification } from './is-still-relevant.ts';

type StillDue<Of extends ClaimedNotificationKey> = { claim: Of; notification: DueNotification };

/**
 * Returns which of the claimed notifications, all of one workspace, are to be sent now: still true, wanted, unseen, and
 * not within quiet hours (rules/notifications 7). The rest is finished, or waits.
 */
export async function triageDueNotifications<Of extends ClaimedNotificationKey>(
  on: StatementRunner,
  workspaceId: string,
  claims: readonly Of[],
  now: Date,
): Promise<StillDue<Of>[]> {
  const ids = claims.map(({ id }) => id);
  const verdicts = await checkRelevance(on, workspaceId, ids, now);
  const judged: StillDue<Of>[] = [];
  for (const claim of claims) {
    const verdict = verdicts.find(({ notification }) => notification.id === claim.id);
    if (!verdict) continue;
    if (verdict.do === 'suppress')
      await completeNotification(on, claim, { state: 'suppressed', reason: verdict.reason }, now);
    else if (verdict.do === 'wait')
      await completeNotification(on, claim, { state: 'pending', at: verdict.until, free: true }, now);
    else judged.push({ claim, notification: verdict.notification });
  }
  return judged;
}
