import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { REMOVE_EXPIRED_LINKS } from '../../database/retention.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { newId } from '../../platform/ids.ts';
import { isMember } from '../sessions/end-sessions.ts';

/** How long a link lives that was sent by e-mail. */
export const MAILED_LINK_MINUTES = 15;
/** How long a link lives that is printed by the operator's commands or the first start, or handed over. */
export const PRINTED_LINK_MINUTES = 24 * 60;
/** How long that of an invitation lives, which is read when its reader is back at work. */
export const INVITED_LINK_MINUTES = 7 * 24 * 60;
/** A person is sent at most so many links in the life of one, so that nobody can fill their mailbox for them. */
const MAILED_LINKS = 5;

const CREATE_LINK = defineStatement({
  name: 'create-sign-in-link',
  scope: 'global',
  sql: `
insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at)
values (:id, :identifier, :value, now() + make_interval(mins => :minutes::int), now(), now())`,
});

/** Of a link that a super admin handed over: the workspace that it opens, and who made it. */
export const HandedLink = z.object({ workspace: z.uuid(), by: z.string() });
export type HandedLink = z.infer<typeof HandedLink>;

const FIND_LINK = defineStatement({
  name: 'find-sign-in-link',
  scope: 'global',
  row: z.strictObject({ value: z.string() }),
  sql: 'select value from auth_verifications where identifier = :identifier',
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
 * @param handed Where somebody else than the person gets it.
 */
export async function createSignInUrl(
  { pool }: { pool: Runner },
  email: string,
  { publicUrl, minutes, handed }: { publicUrl: string; minutes: number; handed?: HandedLink },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const value = linkValue(email, handed);
  await CREATE_LINK.run(pool, { id: newId(), identifier: identifierOf(token), value, minutes });
  return signInUrl(publicUrl, token);
}

/** What is known of a link that was handed over; undefined for every other one. */
export async function findHandedLink({ pool }: Database, token: string): Promise<HandedLink | undefined> {
  const link = await FIND_LINK.first(pool, { identifier: identifierOf(token) });
  return link && LinkValue.parse(JSON.parse(link.value)).handed;
}

const identifierOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Whether a link just made for `email` may be mailed: to active members, and not without end. */
export async function mayMailSignInLink(db: Database, email: string): Promise<boolean> {
  await REMOVE_EXPIRED_LINKS.run(db.pool);
  if (!(await isMember(db.pool, email))) return false;
  const { links } = await COUNT_LINKS.one(db.pool, { value: linkValue(email), minutes: MAILED_LINK_MINUTES });
  return links <= MAILED_LINKS;
}

/** What better-auth keeps with a link. */
function linkValue(email: string, handed?: HandedLink): string {
  return JSON.stringify({ email, handed });
}

const LinkValue = z.object({ email: z.string(), handed: HandedLink.optional() });
