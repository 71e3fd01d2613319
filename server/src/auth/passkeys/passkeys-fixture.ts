import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { PasskeyAssertion } from '@training/shared/passkeys/passkeys';
import type { Role } from '@training/shared/permissions';
import type { TestWorkspace } from '../../../test/make.ts';
import type { TestServer } from '../../../test/server.ts';
import { softwareAuthenticator } from './authenticator-fixture.ts';

/** People with passkeys on a server at `localhost`. */
export function passkeysOn(server: TestServer) {
  const { make, directory } = server;
  const origin = server.base.replace('127.0.0.1', 'localhost');

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });

  async function challenge(): Promise<{ challenge: string; rp_id: string }> {
    const answer = await post('/api/auth/passkey-challenge', {});
    return JSON.parse(await answer.text());
  }

  /** Signs in with what a device has made. Returns the status, the error's code, and the cookie of the session. */
  async function signIn(assertion: PasskeyAssertion, headers?: Record<string, string>) {
    const answer = await post('/api/auth/sign-in/passkey', assertion, headers);
    const body: { code?: string; detail?: string; workspaces?: string[] } = JSON.parse(await answer.text());
    const cookie = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    return { status: answer.status, ...body, cookie: cookie.at(-1) ?? '' };
  }

  function clientOf(cookie: string, workspace?: TestWorkspace) {
    return server.client({ cookie, ...(workspace && { [WORKSPACE_HEADER]: workspace.slug }) });
  }

  /** A new person of the workspace, signed in with a link. */
  async function person(workspace: TestWorkspace, role: Role = 'learner') {
    const user = await make.user(workspace, { role });
    const cookie = await server.signIn(user.email);
    return { ...user, cookie, client: clientOf(cookie, workspace) };
  }

  /** A new person with one passkey. */
  async function owner(workspace: TestWorkspace, role: Role = 'learner', options: { counts?: boolean } = {}) {
    const someone = await person(workspace, role);
    const device = softwareAuthenticator(origin, options);
    const passkey = await someone.client.passkeys.add.mutate(
      device.create(await someone.client.passkeys.startAdding.mutate({})),
    );
    return { ...someone, device, passkey };
  }

  /** Lets all sessions of a person be older. */
  async function age(email: string, minutes: number): Promise<void> {
    await directory.pool.query(
      `update directory.auth_sessions s set created_at = s.created_at - make_interval(mins => $2),
         confirmed_at = s.confirmed_at - make_interval(mins => $2)
       from directory.identities i where i.id = s.user_id and i.email = $1`,
      [email, minutes],
    );
  }

  return { origin, post, challenge, signIn, clientOf, person, owner, age };
}
