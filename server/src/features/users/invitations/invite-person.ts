import type { EntryContext } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { recordEvent } from '../../events/record-event.ts';
import { invitedPerson, insertInvitation, mayInvite } from './invited-person.ts';

/** The link is created when the mail is sent, so that it isn't stored. */
const SEND = defineStatement({
  name: 'enqueue-invitation',
  scope: 'tenant',
  sql: `
select 1 from graphile_worker.add_job('send_invitation',
  json_build_object('workspace_id', :workspaceId::uuid, 'id', :id::uuid), max_attempts := 8)`,
});

/**
 * Invites a person by mail, sent after the commit (rules/users 16).
 * @throws AppError `mail_not_configured`, `user_not_found`, `user_inactive`, `rate_limited`
 */
export async function invitePerson(ctx: EntryContext, userId: string): Promise<void> {
  if (!ctx.entry.sendsMail) {
    throw new AppError('mail_not_configured', 'This server sends no mail. Copy a sign-in link for them instead.');
  }
  await inTransaction(ctx, async (em) => {
    const person = await invitedPerson(em, ctx, userId);
    await mayInvite(em, ctx, person, 'mail');
    const id = newId();
    await insertInvitation(em, ctx, { id, userId, kind: 'mail' });
    await SEND.run(em, { workspaceId: ctx.workspace.id, id });
    await recordEvent(em, ctx, {
      action: 'user.invited',
      subject: { kind: 'user', id: userId, name: person.full_name },
      changes: { email: person.email },
    });
  });
}
