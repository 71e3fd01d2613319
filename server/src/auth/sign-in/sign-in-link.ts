import { createHash, randomBytes } from 'node:crypto';
import { read, type Database } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';

/** How long a link lives that was sent by e-mail. */
export const MAILED_LINK_MINUTES = 15;
/** How long a link lives that the operator's commands or the first start print. */
export const PRINTED_LINK_MINUTES = 24 * 60;
/** A person is sent at most so many links in the life of one, so that nobody can fill their mailbox for them. */
const MAILED_LINKS = 5;

const INSERT = {
  name: 'create_sign_in_link',
  text: `insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at)
    values ($1, $2, $3, now() + make_interval(mins => $4::int), now(), now())`,
};

const MAY_BE_SENT = {
  name: 'sign_in_link_may_be_sent',
  text: `select exists (select from users where email = $1 and is_active)
      and (select count(*) from auth_verifications where value = $2
        and created_at > now() - make_interval(mins => $3::int)) <= $4 as allowed`,
};

const SWEEP = { name: 'sweep_sign_in_links', text: 'delete from auth_verifications where expires_at < now()' };

/** The page that shows the button; only the button's POST spends the token, so a mail scanner's GET does not. */
function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/sign-in/link?token=${token}`;
}

/**
 * A link that signs `email` in once, made with or without a running server: the row is the one that better-auth's magic links
 * write, hash and all. Whether the e-mail has an active membership is asked when the link is opened.
 * @param publicUrl The console's origin, without a slash at its end.
 */
export async function createSignInUrl(
  db: Database,
  email: string,
  { publicUrl, minutes }: { publicUrl: string; minutes: number },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const identifier = createHash('sha256').update(token).digest('base64url');
  await read(db, INSERT, [newId(), identifier, linkValue(email), minutes]);
  return signInUrl(publicUrl, token);
}

/** Whether a link just made for `email` may be mailed: to active members, and not without end. */
export async function mayBeSent(db: Database, email: string): Promise<boolean> {
  await read(db, SWEEP, []);
  const [row] = await read<{ allowed: boolean }>(db, MAY_BE_SENT, [
    email,
    linkValue(email),
    MAILED_LINK_MINUTES,
    MAILED_LINKS,
  ]);
  return row?.allowed ?? false;
}

/** What better-auth keeps with a link. */
function linkValue(email: string): string {
  return JSON.stringify({ email });
}
