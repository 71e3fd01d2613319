import type { EntityManager } from '@mikro-orm/postgresql';
import {
  RejectedMailAddress,
  type FindRejectedMailAddressesOfPeople,
  type RetriedRejectedMail,
  type RetryRejectedMail,
} from '@training/shared/notifications/rejected-mail-addresses';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { recordEvent } from '../../events/record-event.ts';
import { UserEntity } from '../../users/user.entity.ts';
import { NotificationEntity } from '../notification.entity.ts';
import { MailFailureEntity } from '../notification-settings.entity.ts';

const FIND = defineStatement({
  name: 'find-mail-failures',
  scope: 'tenant',
  row: RejectedMailAddress,
  sql: `
select f.user_id, f.error, to_iso(f.at) as at from mail_failures f
join users u on u.workspace_id = :workspaceId and u.id = f.user_id and u.email = f.email
where f.workspace_id = :workspaceId and f.user_id = any (:userIds::uuid[]) order by f.user_id`,
});

/** Milliseconds; older mails are not sent late. */
const MISSED_WITHIN = 3 * 86_400_000;

type Person = { workspaceId: string; userId: string };

/**
 * Records that the user's address is permanently rejected, unless they have another one by now. Nothing is sent to it
 * until the address changes or an admin retries.
 */
export async function recordRejectedAddress(
  db: Database,
  { workspaceId, userId, email }: Person & { email: string },
  error: string,
  at: Date,
): Promise<void> {
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  if ((await em.count(UserEntity, { workspaceId, id: userId, email })) === 0) return;
  await em.upsert(MailFailureEntity, { workspaceId, userId, email, error, at });
}

/** Returns true if the user's address is known to be rejected. */
export async function isAddressRejected(on: StatementRunner, { workspaceId, userId }: Person): Promise<boolean> {
  return (await FIND.run(on, { workspaceId, userIds: [userId] })) > 0;
}

/** Deletes the failure after a mail was accepted. */
export async function deleteMailFailure(db: Database, person: Person): Promise<void> {
  const em = createWorkspaceEntityManager({ db, workspace: { id: person.workspaceId } });
  await em.nativeDelete(MailFailureEntity, person);
}

export function listMailFailures(
  { db, workspace }: Context,
  { user_ids }: FindRejectedMailAddressesOfPeople,
): Promise<RejectedMailAddress[]> {
  return FIND.all(db.pool, { workspaceId: workspace.id, userIds: user_ids });
}

/** Clears the rejection of an address, and sends the mails that it missed again (rules/notifications 25). */
export function retryRejectedMailAddress(
  ctx: Context,
  { user_id: userId }: RetryRejectedMail,
): Promise<RetriedRejectedMail> {
  const person = { workspaceId: ctx.workspace.id, userId };
  return inTransaction(ctx, async (em) => {
    const failure = await em.findOne(MailFailureEntity, person, { fields: ['email'] });
    if (!failure || (await em.nativeDelete(MailFailureEntity, person)) === 0) return { mails: 0 };
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
  const reset = { state: 'pending', reason: null, error: null, finishedAt: null, attempts: 0, mailId: null } as const;
  const at = { $gt: new Date(now.getTime() - MISSED_WITHIN) };
  return em.nativeUpdate(NotificationEntity, { ...missed, at }, { ...reset, dueAt: now });
}
