import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import type { Mailer, Mail } from '../../platform/mail.ts';
import { memberships } from '../sessions/memberships.ts';
import { createSignInUrl, linkValue, MAILED_LINK_MINUTES } from './sign-in-link.ts';
import { writeLetter } from '../../platform/letter.ts';

/** Maximum number of links emailed to a user within the lifetime of one, so that a mailbox can't be flooded. */
const MAILED_LINKS = 5;

const COUNT_LINKS = defineStatement({
  name: 'count-sign-in-links',
  scope: 'global',
  row: z.strictObject({ links: z.number() }),
  sql: `
select count(*)::int as links from auth_verifications
where value = :value and created_at > now() - make_interval(mins => :minutes::int)`,
});

/**
 * Creates a sign-in link and emails it if `email` belongs to an active member. The response and its timing are the same
 * if it doesn't.
 * @returns the pending email, which the response doesn't wait for.
 */
export async function requestSignInLink(
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string },
  email: string,
): Promise<{ mailed: Promise<void> }> {
  const url = await createSignInUrl(db, email, { publicUrl, minutes: MAILED_LINK_MINUTES });
  return { mailed: mailLink({ db, mailer }, email, url) };
}

async function mailLink({ db, mailer }: { db: Database; mailer: Mailer }, email: string, url: string): Promise<void> {
  const { links } = await COUNT_LINKS.one(db.pool, { value: linkValue(email), minutes: MAILED_LINK_MINUTES });
  if (links > MAILED_LINKS) return;
  const opened = await memberships(db, { email, bySingleSignOn: false, onlyWorkspace: null });
  const [first] = opened;
  if (!first) return;
  const workspaces = opened.map(({ workspace }) => workspace.name);
  await mailer.send(signInMail(email, url, first.user.full_name, workspaces));
}

/** Builds the email with a sign-in link. `name` is the user's name, `workspaces` are those that the link opens. */
function signInMail(to: string, url: string, name: string, workspaces: string[]): Mail {
  return {
    to,
    ...writeLetter({
      subject: 'Your sign-in link',
      title: `Hello ${name}, here is your sign-in link.`,
      paragraphs: [
        `This link signs you in to ${workspaces.join(', ')}. It works once and expires in ${MAILED_LINK_MINUTES} minutes.`,
      ],
      button: { label: 'Sign in', url },
      why: 'Someone asked for it with your e-mail. If it wasn’t you, ignore this mail: no one can sign in without the link.',
    }),
  };
}
