import { HttpError, fetchJson } from './api/http-error.ts';
import { language } from './i18n/language.ts';
import { toArrayItems, readFieldText, readFieldValue } from './json.ts';

/**
 * POSTs JSON to a path that isn't tRPC.
 * @throws HttpError
 */
export function postJson(path: string, body: unknown, init: RequestInit = {}): Promise<unknown> {
  return fetchJson(path, {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/**
 * Calls a tRPC query without input, without tRPC's client.
 * @throws HttpError
 */
async function ask(query: string): Promise<unknown> {
  return readFieldValue(readFieldValue(await fetchJson(`/api/trpc/${query}`), 'result'), 'data');
}

/**
 * Returns true if there is a session.
 * @throws HttpError if the server doesn't say.
 */
export async function isSignedIn(): Promise<boolean> {
  try {
    await ask('session.current');
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.problem.status === 401) return false;
    throw error;
  }
}

/**
 * Returns the available ways to sign in.
 * @throws HttpError
 */
export async function fetchSignInMethods(): Promise<{
  singleSignOn: boolean;
  isMailLogged: boolean;
  /** Where passkeys work. */
  passkeyOrigin: string | undefined;
}> {
  const methods = await ask('session.methods');
  return {
    singleSignOn: readFieldValue(methods, 'single_sign_on') === true,
    isMailLogged: readFieldValue(methods, 'mail_is_logged') === true,
    passkeyOrigin: readFieldText(methods, 'passkey_origin'),
  };
}

/** Requests a sign-in link by e-mail. The response is the same whether or not the address is known. */
export async function requestSignInLink(email: string): Promise<void> {
  await postJson('/api/auth/sign-in/magic-link', { email, language });
}

/** Redeems a one-time token and opens a session. Returns the slugs of its workspaces. */
export async function redeemSignInLink(token: string): Promise<string[]> {
  return workspaceSlugsOfSignIn(await postJson('/api/auth-link', { token }));
}

/** Returns the slugs of the workspaces that a sign-in has opened. */
export function workspaceSlugsOfSignIn(opened: unknown): string[] {
  return toArrayItems(readFieldValue(opened, 'workspaces')).flatMap((slug) => (typeof slug === 'string' ? [slug] : []));
}

/** A workspace whose own provider signs in an address. */
export type IssuingWorkspace = { slug: string; name: string };

/** Returns the workspaces whose providers sign in the address's domain, whoever it belongs to. */
export async function fetchIssuingWorkspaces(email: string): Promise<IssuingWorkspace[]> {
  const found = toArrayItems(readFieldValue(await postJson('/api/auth/sign-in/issuers', { email }), 'issuers'));
  return found.map((each) => ({
    slug: readFieldText(each, 'workspace') ?? '',
    name: readFieldText(each, 'name') ?? '',
  }));
}

/**
 * Returns the URL of the sign-in page of the installation's provider, or of the workspace's own.
 * @param trial True to try the workspace's untried one.
 */
export async function requestSingleSignOnUrl(next: string, workspace?: string, trial?: true): Promise<string> {
  const url = readFieldText(await postJson('/api/auth/sign-in/social', { callbackURL: next, workspace, trial }), 'url');
  if (url === undefined) throw new Error('single sign-on answered no address');
  return url;
}

/** @param init `keepalive` lets it arrive although its page is left. */
export async function signOut(init: Pick<RequestInit, 'keepalive'> = {}): Promise<void> {
  await postJson('/api/auth/sign-out', {}, init);
}
