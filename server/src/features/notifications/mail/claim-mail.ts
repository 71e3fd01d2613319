import { NotificationCategory } from '@training/shared/notifications/notifications';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { newId } from '../../../platform/ids.ts';
import { leaseIsFreeSql, leaseAssignmentsSql } from '../../../platform/queue/lease.ts';

/** A mail to create: all due notifications of one category for one user. */
const DueMailKey = z.strictObject({ workspaceId: z.uuid(), recipientId: z.uuid(), category: NotificationCategory });
export type DueMailKey = z.infer<typeof DueMailKey>;

/** Seconds of a lease: three times as long as a mail takes at most. Then the sender counts as dead. */
const LEASE_SECONDS = 180;

/**
 * Finds users with due mails, longest overdue first and a few per workspace, so that a large one doesn't delay others.
 * The cost doesn't depend on the number of waiting notifications.
 */
const DUE = defineStatement({
  name: 'find-due-mails',
  scope: 'cross_tenant',
  row: DueMailKey,
  sql: `
with recursive waiting as (
  (select workspace_id from notifications where due_at is not null order by workspace_id limit 1)
  union all
  select next.workspace_id from waiting cross join lateral (
    select workspace_id from notifications where due_at is not null and workspace_id > waiting.workspace_id
    order by workspace_id limit 1) next
)
select d.workspace_id as "workspaceId", d.recipient_id as "recipientId", d.category
from waiting cross join lateral (
  select n.workspace_id, n.recipient_id, n.category, min(n.due_at) as due_at
  from (
    select workspace_id, recipient_id, category, due_at from notifications
    where workspace_id = waiting.workspace_id and channel = 'email' and due_at <= :now::timestamptz
      and ${leaseIsFreeSql('notifications')}
    order by due_at, id limit 10 * :each::integer
  ) n
  group by n.workspace_id, n.recipient_id, n.category
  order by min(n.due_at) limit :each::integer) d
where ${runsBackgroundWorkSql('waiting.workspace_id')}
order by d.due_at limit :most::integer`,
});

const Claimed = z.strictObject({
  workspace_id: z.uuid(),
  id: z.uuid(),
  mail_id: z.uuid().describe('What the mail is known by, the same each time that it is sent.'),
  lease_id: z.uuid(),
  attempts: z.int(),
  interrupted: z.boolean().describe('Whoever had it before is gone, and it may have been sent.'),
});
export type ClaimedMailNotification = z.infer<typeof Claimed>;

/**
 * Claims a user's due notifications as one mail. Only one instance can claim for a user at a time. A mail tried before
 * is resent unchanged, with the same id and without newer notifications, because it may have arrived already. If
 * another notification follows within a minute of the first, waits for it.
 */
const CLAIM = defineStatement({
  name: 'claim-mail',
  scope: 'tenant',
  row: Claimed,
  sql: `
with turn as materialized (
  select pg_try_advisory_xact_lock(hashtextextended(concat('mail', :workspaceId::uuid, :recipientId::uuid), 0)) as mine
), due as materialized (
  select n.id, n.attempts, n.due_at, n.state, n.mail_id from notifications n
  where n.workspace_id = :workspaceId and n.channel = 'email' and n.due_at <= :now::timestamptz
    and n.recipient_id = :recipientId and n.category = :category and (select mine from turn)
    and ${leaseIsFreeSql('n')}
  order by n.id limit :most
), chosen as (
  select * from due
  where mail_id is not distinct from (select mail_id from due order by mail_id limit 1) and (mail_id is not null or not exists (
    select from notifications l
    where l.workspace_id = :workspaceId and l.channel = 'email' and l.recipient_id = :recipientId
      and l.category = :category and l.mail_id is null and l.due_at > :now::timestamptz
      and l.due_at <= (select min(due_at) from due) + interval '1 minute'))
)
update notifications n set state = 'sending', attempts = n.attempts + 1, ${leaseAssignmentsSql(LEASE_SECONDS)},
  mail_id = coalesce(n.mail_id, :mailId)
from chosen c where n.workspace_id = :workspaceId and n.id = c.id and n.due_at = c.due_at
  and ${leaseIsFreeSql('n')}
returning n.workspace_id, n.id, n.mail_id, n.lease_id, n.attempts, c.state = 'sending' as interrupted`,
});

/** Maximum number of notifications in one mail. */
const MOST = 200;

export function listDueMails(
  on: StatementRunner,
  of: { each: number; most: number },
  now: Date,
): Promise<DueMailKey[]> {
  return DUE.all(on, { ...of, now });
}

/**
 * Claims the due notifications of one mail, and returns them in the order of their creation. Empty if another instance
 * has them, or if more are awaited.
 */
export async function claimNotificationsOfMail(
  on: StatementRunner,
  mail: DueMailKey,
  now: Date,
): Promise<ClaimedMailNotification[]> {
  const claimed = await CLAIM.all(on, { ...mail, now, mailId: newId(), leaseId: newId(), most: MOST });
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Maximum number of due mails to look at per claim, per workspace and in total: of some, more is awaited. */
const CANDIDATES = { each: 10, most: 60 };

/** A mail to send, and its claimed notifications. */
export type ClaimedMailToSend = DueMailKey & { claims: ClaimedMailNotification[] };

/** Claims up to `most` mails. */
export async function claimDueMails(on: StatementRunner, most: number): Promise<ClaimedMailToSend[]> {
  const now = new Date();
  const claimed: ClaimedMailToSend[] = [];
  for (const mail of await listDueMails(on, CANDIDATES, now)) {
    if (claimed.length === most) break;
    const claims = await claimNotificationsOfMail(on, mail, now);
    if (claims.length > 0) claimed.push({ ...mail, claims });
  }
  return claimed;
}
