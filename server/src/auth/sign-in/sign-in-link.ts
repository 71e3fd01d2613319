import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { REMOVE_EXPIRED_LINKS } from '../../database/retention.ts';
import { defineStatement } from '../../database/statement.ts';
import { newId } from '../../platform/ids.ts';
import { isMember } from '../sessions/end-sessions.ts';

/** How long a link lives that was sent by e-mail. */
export const MAILED_LINK_MINUTES = 15;
/** How long a link lives that the operator's commands or the first start print. */
export const PRINTED_LINK_MINUTES = 24 * 60;
/** A person is sent at most so many links in the life of one, so that nobody can fill their mailbox for them. */
const MAILED_LINKS = 5;

const CREATE_LINK = defineStatement({
  name: 'create-sign-in-link',
  scope: 'global',
  sql: `
insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at)
values (:id, :identifier, :value, now() + make_interval(mins => :minutes::int), now(), now())`,
});

const COUNT_LINKS = defineStatement({
  name: 'count-sign-in-links',
  scope: 'global',
  row: z.strictObject({ links: z.number() }),
  sql: `
select count(*)::int as links from auth_verifications
where value = :value and created_at > now() - make_interval(mins => :minutes::int)`,
});

/** The page that shows the button; only the button's POST spends the token, so a mail scanner's GET does not. */
function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/link?token=${token}`;
}

/**
 * A link that signs `email` in once, made with or without a running server: the row is the one that better-auth's magic
 * links write, hash and all. Whether the e-mail has an active membership is asked when the link is opened.
 * @param publicUrl The console's origin, without a slash at its end.
 */
export async function createSignInUrl(
  db: Database,
  email: string,
  { publicUrl, minutes }: { publicUrl: string; minutes: number },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const identifier = createHash('sha256').update(token).digest('base64url');
  await CREATE_LINK.run(db.pool, { id: newId(), identifier, value: linkValue(email), minutes });
  return signInUrl(publicUrl, token);
}

/** Whether a link just made for `email` may be mailed: to active members, and not without end. */
export async function mayMailSignInLink(db: Database, email: string): Promise<boolean> {
  await REMOVE_EXPIRED_LINKS.run(db.pool);
  if (!(await isMember(db.pool, email))) return false;
  const { links } = await COUNT_LINKS.one(db.pool, { value: linkValue(email), minutes: MAILED_LINK_MINUTES });
  return links <= MAILED_LINKS;
}

/** What better-auth keeps with a link. */
function linkValue(email: string): string {
  return JSON.stringify({ email });
}
