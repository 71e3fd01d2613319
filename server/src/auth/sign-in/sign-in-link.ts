import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { newRandomToken } from '../sessions/random-token.ts';
import { storeOneTimeValue } from './one-time-value.ts';

/** Lifetime of an emailed sign-in link. */
export const MAILED_LINK_MINUTES = 15;
/** Lifetime of a link that is printed by an operator's command or the first start, or created by a super admin. */
export const PRINTED_LINK_MINUTES = 24 * 60;
/** Lifetime of a link in an invitation, which may be read only days later. */
export const INVITED_LINK_MINUTES = 7 * 24 * 60;

/** Details of a link created by a super admin: the workspace it opens, and its creator. */
const HandedLink = z.object({ workspace: z.uuid(), by: z.string() });
type HandedLink = z.infer<typeof HandedLink>;

/** Value that is stored with a link, as JSON. */
export const LinkValue = z.object({ email: z.string(), handed: HandedLink.optional() });

export function linkValue(email: string, handed?: HandedLink): string {
  return JSON.stringify({ email, handed });
}

/**
 * Creates a link that signs `email` in once, with or without a running server. It leads to the page with the sign-in
 * button: only the button's POST redeems the token, so a mail scanner's GET doesn't. The membership is checked when the
 * link is redeemed.
 * @param publicUrl Origin of the console, without a trailing slash.
 * @param handed Set if the link is given to someone other than its user.
 */
export async function createSignInUrl(
  db: Pick<Database, 'em'>,
  email: string,
  { publicUrl, minutes, handed }: { publicUrl: string; minutes: number; handed?: HandedLink },
): Promise<string> {
  const token = newRandomToken();
  await storeOneTimeValue(db, 'link', { token, value: linkValue(email, handed), minutes });
  return `${publicUrl}/sign-in/link?token=${token}`;
}
