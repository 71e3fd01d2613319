import { type SignInContext, requireActingPerson } from '../../../core/context.ts';
import { runAsSystem } from '../../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { recordEvent } from '../../events/record-event.ts';
import { lockPersonToInvite, insertInvitation, assertWithinInvitationLimits } from './lock-person-to-invite.ts';
import type { HandedSignInLink, PersonRef } from '@training/shared/users/people';
import { createSignInUrl, PRINTED_LINK_MINUTES } from '../../../auth/sign-in/sign-in-link.ts';

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
 * @throws AppError `mail_not_configured`, `user_not_found`, `user_inactive`, `email_missing`, `rate_limited`
 */
export async function invitePerson(ctx: SignInContext, userId: string): Promise<void> {
  if (!ctx.entry.sendsMail) {
    throw new AppError('mail_not_configured', 'This server sends no mail. Copy a sign-in link for them instead.');
  }
  await inTransaction(ctx, async (em) => {
    const person = await lockPersonToInvite(em, ctx, userId);
    await assertWithinInvitationLimits(em, ctx, person, 'mail');
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

/**
 * Creates a sign-in link for a person whom no mail reaches, to be handed over by a super admin (rules/users 17). It
 * signs in to this workspace only, so it gives no access to the person's other workspaces.
 * @throws AppError `user_not_found`, `user_inactive`, `email_missing`, `link_not_allowed`, `rate_limited`
 */
export async function createSignInLinkToHandOver(ctx: SignInContext, { id }: PersonRef): Promise<HandedSignInLink> {
  const { db, workspace, actor, now, entry } = ctx;
  const email = await inTransaction(ctx, async (em) => {
    const person = await lockPersonToInvite(em, ctx, id);
    if (person.role === 'super_admin') {
      throw new AppError(
        'link_not_allowed',
        `${person.full_name} is a super admin: they sign in by mail or single sign-on, or the operator prints a link ` +
          'with “wtp user invite”.',
      );
    }
    await assertWithinInvitationLimits(em, ctx, person, 'link');
    await insertInvitation(em, ctx, { id: newId(), userId: id, kind: 'link' });
    await recordEvent(em, ctx, {
      action: 'user.link_copied',
      subject: { kind: 'user', id, name: person.full_name },
      changes: { email: person.email },
    });
    return person.email;
  });
  const handed = { workspace: workspace.id, by: actor.name, by_id: requireActingPerson(ctx).id };
  const given = { publicUrl: entry.origin(), minutes: PRINTED_LINK_MINUTES, handed };
  // The transaction has made sure of who asks, and a link opens nothing once its maker is no super admin.
  const url = await runAsSystem(() => createSignInUrl(db, email, given));
  return { url, expires_at: new Date(now.getTime() + PRINTED_LINK_MINUTES * 60_000).toISOString() };
}
