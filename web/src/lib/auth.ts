import { z } from 'zod';
import { HttpError, UNREACHABLE, problemOfResponse } from './problem.ts';

/** POSTs JSON to an address that isn't tRPC and parses the answer; throws `HttpError`. */
async function postJson<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new HttpError(UNREACHABLE);
  });
  if (!response.ok) throw new HttpError(await problemOfResponse(response));
  return answer.parse(await response.json());
}

/** Asks for a sign-in link by e-mail. The answer is the same whether or not the address is known. */
export async function requestSignInLink(email: string): Promise<void> {
  await postJson('/api/auth/sign-in/magic-link', { email }, z.unknown());
}

/** Spends a one-time token and opens a session; answers the slugs of the workspaces that it opens. */
export async function redeemSignInLink(token: string): Promise<string[]> {
  const { workspaces } = await postJson('/api/auth-link', { token }, z.object({ workspaces: z.array(z.string()) }));
  return workspaces;
}

/** Answers the address of the OpenID provider's sign-in page. */
export async function startSingleSignOn(next: string): Promise<string> {
  const { url } = await postJson('/api/auth/sign-in/social', { callbackURL: next }, z.object({ url: z.string() }));
  return url;
}

export async function signOut(): Promise<void> {
  await postJson('/api/auth/sign-out', {}, z.unknown());
}
