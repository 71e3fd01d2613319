import type { SessionIdentity, CookieSession } from '../src/auth/sessions/console-sessions.ts';

type Headers = { cookie: string | undefined };
type WithAuth = { auth: { sessionOf(headers: Headers): Promise<CookieSession | undefined> } };

/** Identifies the caller of a request by its session cookie; undefined if there is no valid session. */
export async function identify({ auth }: WithAuth, headers: Headers): Promise<SessionIdentity | undefined> {
  return (await auth.sessionOf(headers))?.find();
}
