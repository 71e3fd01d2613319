import { Id } from '@training/shared/primitives';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { createSignInUrl, INVITATION_LINK_MINUTES } from '../../../auth/sign-in/sign-in-link.ts';
import type { JobServices } from '../../../core/context.ts';
import { translatorIn } from '../../../core/messages.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { MailError, type Mail } from '../../../platform/mail.ts';
import { InvitationEntity } from './invitation.entity.ts';
import { renderEmail } from '../../../platform/render-email.ts';

const DAYS = INVITATION_LINK_MINUTES / 60 / 24;

type Invited = { id: string; email: string; full_name: string; workspace: string; by_name: string; language: string };

/** @param origin Where an expired link can be replaced. */
function invitationMail(invited: Invited, url: string, origin: string): Mail {
  const { id, email, full_name: name, workspace, by_name: by, language } = invited;
  const t = translatorIn('mail', language);
  return {
    to: email,
    id: `invitation-${id}`,
    ...renderEmail({
      language,
      subject: t('invitation.subject', { workspace }),
      title: t('invitation.title', { name, by, workspace }),
      paragraphs: [t('invitation.opens', { days: DAYS }), t('invitation.later', { address: `${origin}/sign-in` })],
      button: { label: t('link.button'), url },
      why: t('invitation.why', { by, workspace }),
    }),
  };
}

/** Payload enqueued by `invitePerson`. */
const Asked = z.strictObject({ workspace_id: Id, id: Id });

const FIND = defineStatement({
  name: 'find-invitation',
  scope: 'tenant',
  row: z.strictObject({
    id: z.uuid(),
    email: z.string().nullable(),
    full_name: z.string(),
    workspace: z.string(),
    by_name: z.string(),
    language: z.string(),
    is_active: z.boolean(),
  }),
  sql: `
select i.id, u.email, u.full_name, w.name as workspace, i.by_name, u.is_active,
  coalesce(u.language, w.language) as language
from invitations i
join users u on u.workspace_id = :workspaceId and u.id = i.user_id
join workspaces w on w.id = i.workspace_id and w.id = :workspaceId
where i.workspace_id = :workspaceId and i.id = :id and i.state = 'waiting'`,
});

/** Permanent failures; all others are retried. */
const FINAL = ['address', 'mail'];

/** Mails invitations. A mail that isn't accepted is retried for about half an hour, with a new link each time. */
export function createInvitationTasks({ db, mailer, origin }: JobServices): TaskList {
  return {
    async send_invitation(payload, { job }) {
      const { workspace_id: workspaceId, id } = Asked.parse(payload);
      const found = await FIND.first(db.pool, { workspaceId, id });
      if (!found) return;
      const end = (error: string | null) =>
        createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).nativeUpdate(
          InvitationEntity,
          { workspaceId, id },
          { state: error === null ? 'sent' : 'failed', error },
        );
      if (!found.is_active) return void (await end('The person has been deactivated.'));
      const { email } = found;
      if (email === null) return void (await end('The person has no e-mail address any more.'));
      const publicUrl = origin();
      const url = await createSignInUrl(db, email, { publicUrl, minutes: INVITATION_LINK_MINUTES });
      try {
        await mailer.send(invitationMail({ ...found, email }, url, publicUrl));
      } catch (error) {
        const isLast = job.attempts >= job.max_attempts;
        const isFinal = error instanceof MailError && FINAL.includes(error.kind);
        if (!isLast && !isFinal) throw error;
        return void (await end(error instanceof MailError ? error.message : 'The mail couldn’t be sent.'));
      }
      await end(null);
    },
  };
}
