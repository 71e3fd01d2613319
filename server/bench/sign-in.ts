import type { Database } from '../src/database/database.ts';
import { createSignInUrl } from '../src/auth/sign-in/sign-in-link.ts';

/**
 * The cookies of a new session of this person, for the server at `base`.
 * @param address Where they seem to be, for a server that trusts us as its proxy: one address signs in only so often.
 */
export async function signIn(db: Database, email: string, base: string, address?: string): Promise<string> {
  const link = new URL(await createSignInUrl(db, email, { publicUrl: base, minutes: 5 }));
  const response = await fetch(`${base}/api/auth-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base, ...(address && { 'x-forwarded-for': address }) },
    body: JSON.stringify({ token: link.searchParams.get('token') }),
  });
  if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
}
