import type { NotificationKind } from '@training/shared/notifications/notifications';
import { afterAll } from 'vitest';
import { startSmtpServer } from '../../../../test/smtp-server.ts';
import { startTestServer } from '../../../../test/server.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { createLog } from '../../../platform/log.ts';
import { createMailer } from '../../../platform/mail.ts';
import { makeDue, tell } from '../notifications-fixture.ts';
import type { NewNotification } from '../create-notifications.ts';
import { claimDueMails } from './claim-mail.ts';
import { sendClaimedNotificationMail } from './send-mail.ts';
import type { MailServices } from './attempt-mail.ts';
import { UnsubscribeLinks } from './unsubscribe.ts';

const AUTH_SECRET = 'y'.repeat(40);

/** Starts the real server with a real SMTP server. Mails are sent when a test calls for it. */
export async function startMailing() {
  const smtp = await startSmtpServer({ until: afterAll });
  const server = await startTestServer({ env: { SMTP_URL: smtp.url, AUTH_SECRET } });
  const { db, make, base } = server;

  /** Creates the services with which one instance sends mails. */
  function instance(changes: Partial<MailServices> = {}, smtpUrl = smtp.url): MailServices {
    const mailer = createMailer({ smtpUrl, from: 'Training <training@acme.example>' }, { info() {} });
    afterAll(() => mailer.close());
    return {
      db,
      log: createLog('silent'),
      mailer,
      origin: () => base,
      unsubscribeLinks: new UnsubscribeLinks(async () => AUTH_SECRET),
      stopping: new AbortController().signal,
      ...changes,
    };
  }
  const one = instance();

  /** Sends until nothing is due or the SMTP server is unavailable. */
  async function send(by = one): Promise<{ sent: number; away: boolean }> {
    let sent = 0;
    for (;;) {
      const [mail] = await claimDueMails(by.db.pool, 1);
      if (!mail) return { sent, away: false };
      sent++;
      if (!(await sendClaimedNotificationMail(by, mail))) return { sent, away: true };
    }
  }

  return {
    smtp,
    server,
    instance,
    send,

    /** Makes all waiting notifications due now. */
    due: (workspace: TestWorkspace) => makeDue(db, workspace.id),

    /** Makes all waiting notifications due, then sends them. */
    sendAll: async (workspace: TestWorkspace, by = one) => {
      await makeDue(db, workspace.id);
      return send(by);
    },

    /** Creates a reviewer, by default in a new workspace. */
    reviewer: async (changes: Parameters<typeof make.user>[1] = {}, of?: TestWorkspace) => {
      const workspace = of ?? (await make.workspace());
      const person = await make.user(workspace, { role: 'content_manager', ...changes });
      return { workspace, person };
    },

    /** Notifies a user of a module in review. */
    submitted: async (workspace: TestWorkspace, person: { id: string }, changes: Partial<NewNotification> = {}) => {
      const { module, course } = await make.moduleInReview(workspace);
      const kind: NotificationKind = 'module.submitted';
      const subject = { kind: 'module' as const, id: module.id, name: module.title };
      const facts = { module_id: module.id, course_id: course.id };
      const told = { kind, because: 'may_decide' as const, by: 'Ana Souza', subject, round: 1, facts };
      await tell(make.contextOf(workspace), { ...told, recipientId: person.id, ...changes });
      return { module, course };
    },

    /** The stored mails of a user, in the order of their creation. */
    kept: async (person: { id: string }) => {
      const { rows } = await db.pool.query<{
        id: string;
        mail_id: string | null;
        kind: string;
        state: string;
        reason: string | null;
        attempts: number;
        error: string | null;
        due_at: Date | null;
      }>(
        `select id, mail_id, kind, state, reason, attempts, error, due_at from notifications
         where recipient_id = $1 and channel = 'email' order by at, id`,
        [person.id],
      );
      return rows;
    },

    failureOf: async (person: { id: string }) => {
      const { rows } = await db.pool.query<{ email: string; error: string }>(
        'select email, error from mail_failures where user_id = $1',
        [person.id],
      );
      return rows[0];
    },
  };
}

/** The URL of a mail's only button, from its HTML. */
export function buttonOf({ html }: { html: string }): URL {
  const [, href = ''] = /<a href="([^"]*)" style="display:inline-block/.exec(html) ?? [];
  return new URL(href.replaceAll('&amp;', '&'));
}

/** The URL in the one-click unsubscribe header. */
export function oneClickOf(mail: { header(name: string): string | undefined }): string {
  return /^<(.*)>$/.exec(mail.header('list-unsubscribe') ?? '')?.[1] ?? '';
}
