import type { NotificationChannel, NotSentReason } from '@training/shared/notifications/notifications';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../core/transaction.ts';
import type { Context } from '../../core/context.ts';
import { createNotifications, type NewNotification } from './create-notifications.ts';
import { claimNotificationsOfMail, listDueMails } from './mail/claim-mail.ts';
import { completeNotification } from './outbox/complete-notification.ts';
import { triageDueNotifications } from './outbox/triage-due.ts';
import type { DueNotification } from './outbox/is-still-relevant.ts';

/** Maximum number of mails claimed at once, per workspace and in total. */
const LOOK = { each: 10, most: 100 };

export type Kept = {
  id: string;
  kind: string;
  channel: NotificationChannel;
  recipient: string | null;
  subject_name: string;
  because: string;
  round: number;
  part: string | null;
  facts: Record<string, unknown>;
  state: string;
  reason: NotSentReason | null;
  attempts: number;
  due_at: Date | null;
  seen_at: Date | null;
};

/** All notifications of a workspace with their recipients' names, in the order of their creation. */
export async function notificationsOf({ pool }: Database, workspaceId: string): Promise<Kept[]> {
  const { rows } = await pool.query<Kept>(
    `select n.id, n.kind, n.channel, u.full_name as recipient, n.subject_name, n.because, n.round, n.part, n.facts,
       n.state, n.reason, n.attempts, n.due_at, n.seen_at
     from notifications n left join users u on u.workspace_id = n.workspace_id and u.id = n.recipient_id
     where n.workspace_id = $1 order by n.at, n.kind, n.channel, u.full_name`,
    [workspaceId],
  );
  return rows;
}

/** Tells in a transaction of its own. */
export function tell(ctx: Context, ...told: NewNotification[]): Promise<void> {
  return inTransaction(ctx, (em) => createNotifications(em, ctx.workspace.id, ctx.now, told));
}

/** Makes waiting notifications due. */
export async function makeDue({ pool }: Database, workspaceId: string): Promise<void> {
  await pool.query(
    `update notifications set due_at = now() - interval '1 second'
     where workspace_id = $1 and state = 'pending' and due_at > now()`,
    [workspaceId],
  );
}

/** Claims and finishes all due mails as senders do, without sending. Returns their notifications. */
export async function sendAll({ pool }: Database): Promise<DueNotification[]> {
  const sent: DueNotification[] = [];
  const now = new Date();
  for (let due = await listDueMails(pool, LOOK, now); due.length > 0; due = await listDueMails(pool, LOOK, now)) {
    for (const mail of due) {
      const claims = await claimNotificationsOfMail(pool, mail, now);
      for (const { claim, notification } of await triageDueNotifications(pool, mail.workspaceId, claims, now)) {
        if (await completeNotification(pool, claim, { state: 'sent' }, now)) sent.push(notification);
      }
    }
  }
  return sent;
}
