import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import type { Mailer } from '../../platform/mail.ts';
import { memberships } from '../sessions/memberships.ts';
import { createSignInUrl, linkValue, MAILED_LINK_MINUTES } from './sign-in-link.ts';
import { signInMail } from './sign-in-mail.ts';

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
