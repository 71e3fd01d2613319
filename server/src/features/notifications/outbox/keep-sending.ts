import type { TaskServices } from '../../../context.ts';
import { repeatedly, type Repeated } from '../../../platform/repeatedly.ts';
import { claimDue, type Claim, type Claiming } from './claim-due.ts';
import { finish, type Outcome } from './finish.ts';
import { again } from './again.ts';
import { isStillTrue, type DueNotification } from './still-true.ts';

/** One of the channels that reach outside. */
export type Sender = Claiming & {
  /** How often it looks for what is due, in milliseconds. */
  every: number;
  /** How many it sends at the same time. */
  atOnce: number;
  /** Sends one. What it throws is a mistake of the program: it is logged, and tried again. */
  send(notification: DueNotification): Promise<Outcome>;
  /** What the log says where nothing can be looked for. */
  failed: string;
};

export type Sending = Pick<TaskServices, 'db' | 'log' | 'stopping'>;

/** Past so many attempts a notification is given up, whatever its sender says: it may be what ends the process. */
const MOST_ATTEMPTS = 20;

/**
 * Sends what is due by a channel, in every instance: each notification is taken by one of them under a lease, asked once
 * more whether it is still true, sent, and its outcome kept (rules/notifications 7).
 */
export function keepSending(services: Sending, sender: Sender): Repeated {
  const { log, stopping } = services;
  const { every, failed } = sender;
  return repeatedly({ every, stopping, log, failed }, async () => {
    while (!stopping.aborted && (await sendDue(services, sender)) > 0);
  });
}

/** Sends what is due now; answers how many were taken. */
export async function sendDue(services: Sending, sender: Sender): Promise<number> {
  const claims = await claimDue(services.db.pool, sender, new Date());
  const waiting = [...claims];
  const lane = async () => {
    for (let claim = waiting.shift(); claim; claim = waiting.shift()) await sendOne(services, sender, claim);
  };
  await Promise.all(Array.from({ length: sender.atOnce }, lane));
  return claims.length;
}

async function sendOne({ db, log, stopping }: Sending, sender: Sender, claim: Claim): Promise<void> {
  const now = new Date();
  if (stopping.aborted) return void (await finish(db.pool, claim, { state: 'pending', at: now, free: true }, now));
  // Those before it took so long that another instance may have it.
  if (now >= claim.leased_until) return;
  const [verdict] = await isStillTrue(db.pool, claim.workspace_id, [claim.id], now);
  if (!verdict) return;
  const { notification } = verdict;
  let outcome: Outcome;
  if (verdict.do === 'suppress') outcome = { state: 'suppressed', reason: verdict.reason };
  else if (verdict.do === 'wait') outcome = { state: 'pending', at: verdict.until, free: true };
  else if (notification.attempts > MOST_ATTEMPTS) outcome = { state: 'failed', reason: 'gave_up' };
  else outcome = await tried(log, sender, notification);
  await finish(db.pool, claim, outcome, new Date());
}

async function tried(log: Sending['log'], sender: Sender, notification: DueNotification): Promise<Outcome> {
  try {
    return await sender.send(notification);
  } catch (error) {
    const { id, kind, channel, workspace } = notification;
    log.error({ err: error, notification_id: id, kind, channel, workspace_id: workspace.id }, 'A notification failed');
    return again(notification, {});
  }
}
