import { Id } from '@training/shared/primitives';
import type { Membership } from '@training/shared/sessions';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { JobServices } from '../../core/context.ts';
import { processEachAndThrowFirstFailure } from '../../core/process-each-alone.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { translatorIn } from '../../core/messages.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { type EventContext, recordEvent } from '../../features/events/record-event.ts';
import { renderEmail } from '../../platform/render-email.ts';
import { MailError } from '../../platform/mail.ts';

/** Changes of which a person is told by mail, besides the audit log. */
const Notice = z.enum([
  'passkey_added',
  'passkey_removed',
  'recovery_codes_created',
  'recovery_code_used',
  'passkeys_reset',
]);
type Notice = z.infer<typeof Notice>;

export type PasskeyChange = {
  notice: Notice;
  /** Name of the passkey. */
  passkey?: string;
  /** Absent if the person did it. */
  by?: Extract<EventContext['actor'], { kind: 'system' }>;
};

/** The mail is written when it is sent, in the language of that moment. */
const SEND = defineStatement({
  name: 'enqueue-sign-in-notice',
  scope: 'tenant',
  sql: `
select 1 from graphile_worker.add_job('send_sign_in_notice', json_build_object('workspace_id', :workspaceId::uuid,
  'user_id', :userId::uuid, 'notice', :notice::text, 'passkey', :passkey::text), max_attempts := 8)`,
});

/**
 * Records a change in every workspace of the person, each in its own transaction, and has the first one mail it
 * (rules/sign-in 11). Call it after the transaction that made the change.
 */
export async function recordAndMailPasskeyChange(
  db: Database,
  { email, opened }: { email: string; opened: Membership[] },
  cause: Pick<EventContext, 'now' | 'requestId' | 'ip'>,
  { notice, passkey, by }: PasskeyChange,
): Promise<void> {
  const { now, requestId, ip } = cause;
  const [first] = opened;
  await processEachAndThrowFirstFailure(opened, ({ workspace, user }) =>
    createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
      const { id, full_name: name, role, department_id: departmentId } = user;
      const actor = by ?? ({ kind: 'user', id, name, email, role, departmentId } as const);
      await recordEvent(
        em,
        { workspace, actor, now, requestId, ip },
        {
          action: `user.${notice}`,
          subject: { kind: 'user', id, name },
          ...(passkey !== undefined && { changes: { passkey } }),
        },
      );
      if (workspace !== first?.workspace) return;
      await SEND.run(em, { workspaceId: workspace.id, userId: id, notice, passkey: passkey ?? null });
    }),
  );
}

/** Payload enqueued by `recordAndMailPasskeyChange`. */
const Told = z.strictObject({ workspace_id: Id, user_id: Id, notice: Notice, passkey: z.string().nullable() });

const FIND = defineStatement({
  name: 'find-reader-of-notice',
  scope: 'tenant',
  row: z.strictObject({ email: z.string(), full_name: z.string(), slug: z.string(), language: z.string() }),
  sql: `
select u.email, u.full_name, w.slug, coalesce(u.language, w.language) as language
from users u join workspaces w on w.id = u.workspace_id and w.id = :workspaceId
where u.workspace_id = :workspaceId and u.id = :userId and u.is_active and u.email is not null`,
});

/** Failures that no later attempt mends. */
const FINAL = ['address', 'mail'];

/** Mails people what was changed about their sign-in. */
export function createSignInNoticeTasks({ db, mailer, origin, log }: JobServices): TaskList {
  return {
    async send_sign_in_notice(payload) {
      const { workspace_id: workspaceId, user_id: userId, notice, passkey } = Told.parse(payload);
      const found = await FIND.first(db.pool, { workspaceId, userId });
      if (!found) return;
      const { email, full_name: name, slug, language } = found;
      const t = translatorIn('mail', language);
      const letter = renderEmail({
        language,
        subject: t('signInNotice.subject'),
        title: t(`signInNotice.${notice}`, { name }),
        paragraphs: [...(passkey === null ? [] : [t('signInNotice.which', { passkey })]), t('signInNotice.notYou')],
        button: { label: t('signInNotice.button'), url: `${origin()}/${slug}/account` },
        why: t('signInNotice.why'),
      });
      try {
        await mailer.send({ to: email, ...letter });
      } catch (error) {
        if (!(error instanceof MailError) || !FINAL.includes(error.kind)) throw error;
        log.warn({ err: error }, 'A notice about a sign-in can’t be mailed');
      }
    },
  };
}
