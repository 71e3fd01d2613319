import type { EntityManager } from '@mikro-orm/postgresql';
import {
  MailFailure,
  type ListMailFailures,
  type TriedMailAgain,
  type TryMailAgain,
} from '@training/shared/notifications/mail-failures';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { recordEvent } from '../../events/record-event.ts';
import { NotificationEntity } from '../notification.entity.ts';

/** Stores the failure, unless the user has another address by now. */
const RECORD = defineStatement({
  name: 'record-mail-failure',
  scope: 'tenant',
  sql: `
insert into mail_failures (workspace_id, user_id, email, error, at)
select workspace_id, id, :email, :error, :now::timestamptz from users
where workspace_id = :workspaceId and id = :userId and email = :email
on conflict (workspace_id, user_id) do update set email = excluded.email, error = excluded.error, at = excluded.at`,
});

const FORGET = defineStatement({
  name: 'forget-mail-failure',
  scope: 'tenant',
  row: z.strictObject({ email: z.string() }),
  sql: `delete from mail_failures where workspace_id = :workspaceId and user_id = :userId returning email`,
});

const FIND = defineStatement({
  name: 'find-mail-failures',
  scope: 'tenant',
  row: MailFailure,
  sql: `
select f.user_id, f.error, to_iso(f.at) as at from mail_failures f
join users u on u.workspace_id = :workspaceId and u.id = f.user_id and u.email = f.email
where f.workspace_id = :workspaceId and f.user_id = any (:userIds::uuid[]) order by f.user_id`,
});

/** Milliseconds; older mails are not sent late. */
const MISSED_WITHIN = 3 * 86_400_000;

type Person = { workspaceId: string; userId: string };

/**
 * Records that the user's address is permanently rejected. Nothing is sent to it until the address changes or an admin
 * retries.
 */
export async function noteMailFailure(
  on: Runner,
  address: Person & { email: string },
  error: string,
  now: Date,
): Promise<void> {
  await RECORD.run(on, { ...address, error, now });
}

/** Returns true if the user's address is known to be rejected. */
export async function isRefused(on: Runner, { workspaceId, userId }: Person): Promise<boolean> {
  return (await FIND.run(on, { workspaceId, userIds: [userId] })) > 0;
}

/** Deletes the failure after a mail was accepted. */
export async function forgetMailFailure(on: Runner, person: Person): Promise<void> {
  await FORGET.run(on, person);
}

export function listMailFailures({ db, workspace }: Context, { user_ids }: ListMailFailures): Promise<MailFailure[]> {
  return FIND.all(db.pool, { workspaceId: workspace.id, userIds: user_ids });
}

/** Retries an address, and resends the mails that it missed (rules/notifications 25). */
export function tryMailAgain(ctx: Context, { user_id: userId }: TryMailAgain): Promise<TriedMailAgain> {
  const person = { workspaceId: ctx.workspace.id, userId };
  return inTransaction(ctx, async (em) => {
    const failure = await FORGET.first(em, person);
    if (!failure) return { mails: 0 };
    const mails = await sendMissed(em, person, ctx.now);
    await recordEvent(em, ctx, {
      action: 'notifications.address_tried',
      subject: { kind: 'user', id: userId, name: failure.email },
    });
    return { mails };
  });
}

/** Resends mails missed in the meantime. Before sending, each is checked again. */
function sendMissed(em: EntityManager, { workspaceId, userId: recipientId }: Person, now: Date): Promise<number> {
  const missed = { workspaceId, recipientId, channel: 'email', reason: 'address_refused' } as const;
  const anew = { state: 'pending', reason: null, error: null, finishedAt: null, attempts: 0, mailId: null } as const;
  const at = { $gt: new Date(now.getTime() - MISSED_WITHIN) };
  return em.nativeUpdate(NotificationEntity, { ...missed, at }, { ...anew, dueAt: now });
}
