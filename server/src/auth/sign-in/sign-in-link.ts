import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { REMOVE_EXPIRED_LINKS } from '../../database/retention.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { newId } from '../../platform/ids.ts';
import { isMember } from '../sessions/end-sessions.ts';

/** Lifetime of an emailed sign-in link. */
export const MAILED_LINK_MINUTES = 15;
/** Lifetime of a link that is printed by an operator's command or the first start, or created by a super admin. */
export const PRINTED_LINK_MINUTES = 24 * 60;
/** Lifetime of a link in an invitation, which may be read only days later. */
export const INVITED_LINK_MINUTES = 7 * 24 * 60;
/** Maximum number of links emailed to a user within the lifetime of one, so that a mailbox can't be flooded. */
const MAILED_LINKS = 5;

const CREATE_LINK = defineStatement({
  name: 'create-sign-in-link',
  scope: 'global',
  sql: `
insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at)
values (:id, :identifier, :value, now() + make_interval(mins => :minutes::int), now(), now())`,
});

/** Details of a link created by a super admin: the workspace it opens, and its creator. */
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

/**
 * Returns the URL of the page with the sign-in button. Only the button's POST redeems the token, so a mail scanner's
 * GET doesn't.
 */
function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/link?token=${token}`;
}

/**
 * Creates a link that signs `email` in once, with or without a running server. Writes the same row as better-auth's
 * magic links, including the hash. The membership is checked when the link is opened.
 * @param publicUrl Origin of the console, without a trailing slash.
 * @param handed Set if the link is given to someone other than its user.
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

/** Returns the details of a link created by a super admin; undefined for other links. */
export async function findHandedLink({ pool }: Database, token: string): Promise<HandedLink | undefined> {
  const link = await FIND_LINK.first(pool, { identifier: identifierOf(token) });
  return link && LinkValue.parse(JSON.parse(link.value)).handed;
}

const identifierOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Returns true if a link just created for `email` may be emailed: only to active members, and up to a limit. */
export async function mayMailSignInLink(db: Database, email: string): Promise<boolean> {
  await REMOVE_EXPIRED_LINKS.run(db.pool);
  if (!(await isMember(db.pool, email))) return false;
  const { links } = await COUNT_LINKS.one(db.pool, { value: linkValue(email), minutes: MAILED_LINK_MINUTES });
  return links <= MAILED_LINKS;
}

/** Value that better-auth stores with a link. */
function linkValue(email: string, handed?: HandedLink): string {
  return JSON.stringify({ email, handed });
}

const LinkValue = z.object({ email: z.string(), handed: HandedLink.optional() });
