import type { Identity, SignedSession } from '../src/auth/sessions/console-sessions.ts';

type Headers = { cookie: string | undefined };
type WithAuth = { auth: { sessionOf(headers: Headers): Promise<SignedSession | undefined> } };

/** Identifies the caller of a request by its session cookie; undefined if there is no valid session. */
export async function identify({ auth }: WithAuth, headers: Headers): Promise<Identity | undefined> {
  return (await auth.sessionOf(headers))?.find();
}
