import type { NotificationChannel, NotSentReason } from '@training/shared/notifications';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Context } from '../../context.ts';
import { createLog } from '../../platform/log.ts';
import { notify, type ToldOne } from './notify.ts';
import type { Outcome } from './outbox/finish.ts';
import { sendDue, type Sender } from './outbox/keep-sending.ts';
import type { DueNotification } from './outbox/still-true.ts';

export type Kept = {
  id: string;
  kind: string;
  channel: NotificationChannel;
  recipient: string | null;
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

/** All notifications of a workspace, in the order in which they were made, with their recipients' names. */
export async function notificationsOf({ pool }: Database, workspaceId: string): Promise<Kept[]> {
  const { rows } = await pool.query<Kept>(
    `select n.id, n.kind, n.channel, u.full_name as recipient, n.because, n.round, n.part, n.facts, n.state, n.reason,
       n.attempts, n.due_at, n.seen_at
     from notifications n left join users u on u.workspace_id = n.workspace_id and u.id = n.recipient_id
     where n.workspace_id = $1 order by n.at, n.kind, n.channel, u.full_name`,
    [workspaceId],
  );
  return rows;
}

/** Tells in a transaction of its own. */
export function tell(ctx: Context, ...told: ToldOne[]): Promise<void> {
  return inTransaction(ctx, (em) => notify(em, ctx.workspace.id, ctx.now, told));
}

/** What waits for a time comes to it. */
export async function makeDue({ pool }: Database, workspaceId: string): Promise<void> {
  await pool.query(
    `update notifications set due_at = now() - interval '1 second'
     where workspace_id = $1 and state = 'pending' and due_at > now()`,
    [workspaceId],
  );
}

/** Sends what is due by `channel`, to whom it would go; answers what was handed to the sender. */
export async function sendAll(
  db: Database,
  changes: Partial<Sender> = {},
  stopping = new AbortController().signal,
): Promise<DueNotification[]> {
  const sent: DueNotification[] = [];
  const sender: Sender = {
    channel: 'email',
    each: 10,
    most: 100,
    lease: 60_000,
    every: 10,
    atOnce: 2,
    failed: 'Mail cannot be looked for',
    ...changes,
    async send(notification): Promise<Outcome> {
      sent.push(notification);
      return changes.send ? changes.send(notification) : { state: 'sent' };
    },
  };
  const services = { db, log: createLog('silent'), stopping };
  while (!stopping.aborted && (await sendDue(services, sender)) > 0);
  return sent;
}
