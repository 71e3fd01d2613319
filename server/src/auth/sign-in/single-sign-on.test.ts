import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { identify } from '../../../test/identify.ts';
import type { OperatorDatabase } from '../../database/database.ts';
import { findMembership, listMembershipsOfIdentity } from '../sessions/memberships.ts';
import { cookieHeader, deactivate, makeMember, makeWorkspace, startServer, type TestServer } from './auth-fixture.ts';
import { atProvider, CLIENT, openIdProvider, portOf, PROFILES } from './identity-provider-fixture.ts';

let db: OperatorDatabase;
let provider: Server;
let server: TestServer;
let north: string;

beforeAll(async () => {
  // The provider logs long warnings that it isn't set up for production.
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'info').mockReturnValue();
  db = await freshDatabase();
  north = await makeWorkspace(db, 'north');
  provider = createServer();
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  CLIENT.issuer = `http://127.0.0.1:${portOf(provider)}`;
  server = await startServer(db, { oidc: CLIENT });
  provider.on('request', openIdProvider(CLIENT.issuer, `${server.origin}/api/auth/callback/oidc`).callback());
});

afterAll(async () => {
  vi.restoreAllMocks();
  await server?.app.close();
  provider?.closeAllConnections();
  provider?.close();
  await db?.close();
});

const start = (at = server, body: object = {}) => at.post('/api/auth/sign-in/social', { provider: 'oidc', ...body });

/** Runs the whole sign-in. Returns the final location, and the session cookie if there is one. */
async function signInWithProvider(login: string, body: object = {}) {
  const started = await start(server, body);
  expect(started.statusCode).toBe(200);
  const back = await atProvider(server.origin, started.json().url, login);
  return comeBack(back, cookieHeader(started));
}

async function comeBack(address: string, cookie: string) {
  const answer = await server.app.inject({ url: address.slice(server.origin.length), headers: { cookie } });
  return { status: answer.statusCode, location: answer.headers.location, cookie: cookieHeader(answer) };
}

const onSignInPage = (error: string) => `${server.origin}/sign-in?error=${error}`;
const identities = async (email: string) =>
  (await db.pool.query<{ id: string }>('select id from directory.identities where email = $1', [email])).rows;

test('a member signs in with the provider and lands where they wanted to', async () => {
  await makeMember(db, north, 'ana@example.com');
  const { status, location, cookie } = await signInWithProvider('ana', { callbackURL: '/north/people?page=2' });
  expect([status, location]).toEqual([302, `${server.origin}/north/people?page=2`]);
  expect(await identify(server, { cookie })).toMatchObject({ email: 'ana@example.com' });
  const again = await signInWithProvider('ana');
  expect(again.location).toBe(`${server.origin}/`);
  expect(await identities('ana@example.com')).toHaveLength(1);
  const { rows } = await db.pool.query(`select * from audit_events where action = 'user.signed_in'`);
  expect(rows).toHaveLength(2);
});

test('the request to the provider carries PKCE, a nonce and no more scopes than are needed', async () => {
  const url = new URL((await start(server, { scopes: ['admin'], additionalParams: { prompt: 'none' } })).json().url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
    nonce: expect.any(String),
    state: expect.any(String),
  });
  expect(url.searchParams.has('prompt')).toBe(false);
});

// rules/sign-in 6
test.each(['unverified', 'unsaid'])('an e-mail that the provider has not verified is refused (%s)', async (login) => {
  await makeMember(db, north, `${login}@example.com`);
  const { location, cookie } = await signInWithProvider(login);
  expect(location).toBe(onSignInPage('email_not_verified'));
  expect(cookie).not.toMatch(/session_token=\w/);
  expect(await identities(`${login}@example.com`)).toEqual([]);
});

test('nor does an unverified e-mail enter an identity that is there already', async () => {
  const cookie = await server.signIn('unverified@example.com');
  expect(await identify(server, { cookie })).toBeDefined();
  expect((await signInWithProvider('unverified')).location).toBe(onSignInPage('email_not_verified'));
});

test('a profile without an e-mail is refused', async () => {
  expect((await signInWithProvider('nameless')).location).toBe(onSignInPage('sign_in_failed'));
});

test('whoever is no member is refused, and gets no identity', async () => {
  const { location, cookie } = await signInWithProvider('stranger');
  expect(location).toBe(onSignInPage('not_a_member'));
  expect(cookie).not.toMatch(/session_token=\w/);
  expect(await identities('stranger@example.com')).toEqual([]);
});

test('whoever is no member any more is refused', async () => {
  const member = await makeMember(db, north, 'leaver@example.com');
  expect((await signInWithProvider('leaver')).location).toBe(`${server.origin}/`);
  await deactivate(db, member);
  expect((await signInWithProvider('leaver')).location).toBe(onSignInPage('not_a_member'));
});

// rules/sign-in 1
test('a magic link and the provider lead to the same identity', async () => {
  await makeMember(db, north, 'both@example.com');
  const byLink = await identify(server, { cookie: await server.signIn('both@example.com') });
  const byProvider = await identify(server, { cookie: (await signInWithProvider('both')).cookie });
  expect(byProvider?.identityId).toBe(byLink?.identityId);
  expect(byLink?.identityId).toMatch(/^[0-9a-f-]{36}$/);
});

test('somebody whose address changes at the provider enters as the new one, not as the old', async () => {
  await makeMember(db, north, 'before@example.com');
  await makeMember(db, north, 'after@example.com');
  await signInWithProvider('moved');
  PROFILES['moved'] = { email: 'after@example.com', email_verified: true };
  const { cookie } = await signInWithProvider('moved');
  expect(await identify(server, { cookie })).toMatchObject({ email: 'after@example.com' });
});

test('nothing of the sign-in is kept: neither the provider’s tokens nor what the browser was sent with', async () => {
  await signInWithProvider('ana');
  const kept = async (table: string) => JSON.stringify((await db.pool.query(`select * from ${table}`)).rows);
  expect(await kept('directory.auth_verifications')).not.toContain('/only-here');
  await start(server, { callbackURL: '/only-here' });
  expect(await kept('directory.auth_verifications')).toContain('/only-here');
  const { location } = await signInWithProvider('ana', { callbackURL: '/gone-afterwards' });
  expect(location).toBe(`${server.origin}/gone-afterwards`);
  expect(await kept('directory.auth_verifications')).not.toContain('/gone-afterwards');
});

test('the cookie of a sign-in that was begun lasts ten minutes and no page reads it; over https it is of this host alone', async () => {
  const plain = (await start()).headers['set-cookie'];
  expect(plain).toMatch(/^training\.single_sign_on=[\w-]{32}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const https = await startServer(db, { oidc: CLIENT, publicUrl: 'https://training.example.com' });
  const secure = (await start(https)).headers['set-cookie'];
  expect(secure).toMatch(/^__Host-training\.single_sign_on=[\w-]{32}; Max-Age=600; Path=\/; HttpOnly; Secure; /);
  await https.app.close();
  const { rows } = await db.pool.query<{ row: string }>('select v::text as row from directory.auth_verifications v');
  const state = /=([\w-]{32});/.exec(String(plain))?.[1] ?? 'none';
  for (const { row } of rows) expect(row).not.toContain(state);
});

test('a sign-in that was begun is no sign-in link', async () => {
  const started = await start();
  const state = new URL(started.json().url).searchParams.get('state');
  for (const token of [state, `single_sign_on:${state}`]) {
    expect((await server.post('/api/auth-link', { token })).json()).toMatchObject({ code: 'link_invalid' });
  }
  const back = await atProvider(server.origin, started.json().url, 'ana');
  expect((await comeBack(back, cookieHeader(started))).location).toBe(`${server.origin}/`);
});

// rules/sign-in 6
test('who takes longer than ten minutes at the provider begins anew', async () => {
  const started = await start();
  const back = await atProvider(server.origin, started.json().url, 'ana');
  await db.pool.query(`update directory.auth_verifications set expires_at = now() - interval '1 second'`);
  expect((await comeBack(back, cookieHeader(started))).location).toBe(onSignInPage('sign_in_failed'));
});

// rules/sign-in 6
test('another browser cannot finish a sign-in that it did not begin, nor anybody a second time', async () => {
  const started = await start();
  const back = await atProvider(server.origin, started.json().url, 'ana');
  expect((await comeBack(back, '')).location).toBe(onSignInPage('sign_in_failed'));
  const other = await start();
  const returned = await atProvider(server.origin, other.json().url, 'ana');
  const cookie = cookieHeader(other);
  expect((await comeBack(returned, cookie)).location).toBe(`${server.origin}/`);
  expect((await comeBack(returned, cookie)).location).toBe(onSignInPage('sign_in_failed'));
});

test('what the provider refuses leads back to the sign-in page, without the provider’s words', async () => {
  const started = await start();
  const state = new URL(started.json().url).searchParams.get('state');
  const path = `/api/auth/callback/oidc?error=access_denied&error_description=<b>x</b>&state=${state}`;
  const back = await comeBack(`${server.origin}${path}`, cookieHeader(started));
  expect(back.location).toBe(onSignInPage('sign_in_failed'));
  expect((await comeBack(`${server.origin}/api/auth/callback/oidc`, '')).location).toBe(onSignInPage('sign_in_failed'));
});

test('the way back leads nowhere but into the console', async () => {
  for (const callbackURL of ['https://evil.example.com', '//evil.example.com', '/\\evil.example.com', 'javascript:1']) {
    expect((await start(server, { callbackURL })).json()).toMatchObject({ status: 400, code: 'invalid_request' });
  }
  // A browser leaves out the tab.
  const { location } = await signInWithProvider('ana', { callbackURL: '/\t/evil.example.com' });
  expect(location).toBe(`${server.origin}//evil.example.com`);
});

test('a provider that is away is a 503, and works once it is back', async () => {
  const late = createServer();
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${portOf(late)}`;
  late.on('request', (_request, response) => void response.writeHead(503).end());
  const waiting = await startServer(db, { oidc: { ...CLIENT, issuer } });
  expect((await start(waiting)).json()).toMatchObject({ status: 503, code: 'unavailable' });
  late.removeAllListeners('request');
  late.on('request', openIdProvider(issuer, `${waiting.origin}/api/auth/callback/oidc`).callback());
  expect((await start(waiting)).json()).toMatchObject({ url: expect.stringContaining(`${issuer}/auth?`) });
  await waiting.app.close();
  late.closeAllConnections();
  late.close();
});

test('a provider that calls itself something else is refused', async () => {
  const issuer = CLIENT.issuer.replace('127.0.0.1', 'localhost');
  const mistaken = await startServer(db, { oidc: { ...CLIENT, issuer } });
  expect((await start(mistaken)).json()).toMatchObject({ status: 503, code: 'unavailable' });
  expect(mistaken.logged.join('\n')).toContain('calls itself');
  await mistaken.app.close();
});

// rules/sign-in 6, rules/workspaces 5
test('beside other workspaces it opens none that does not name the domain of the e-mail', async () => {
  const south = await makeWorkspace(db, 'south');
  const domains = (id: string, ...names: string[]) =>
    db.pool.query('update workspaces set sso_domains = $2 where id = $1', [id, names]);
  for (const workspace of [north, south]) await makeMember(db, workspace, 'everywhere@example.com');
  const opened = async (cookie: string) => listMembershipsOfIdentity(db, (await identify(server, { cookie }))!);
  const slugs = async (cookie: string) => (await opened(cookie)).map(({ workspace }) => workspace.slug);
  const byLink = await server.signIn('everywhere@example.com');
  expect(await slugs(byLink)).toEqual(['north', 'south']);

  const refused = await signInWithProvider('everywhere');
  expect(refused.location).toBe(onSignInPage('single_sign_on_closed'));
  expect(refused.cookie).not.toMatch(/session_token=\w/);
  await domains(south, 'other.example', 'sub.example.com');
  expect((await signInWithProvider('everywhere')).location).toBe(onSignInPage('single_sign_on_closed'));

  await domains(south, 'other.example', 'example.com');
  const { cookie } = await signInWithProvider('everywhere');
  const identity = (await identify(server, { cookie }))!;
  expect(await slugs(cookie)).toEqual(['south']);
  expect(await findMembership(db, identity, 'south')).toBeDefined();
  expect(await findMembership(db, identity, 'north')).toBeUndefined();
  const { rows } = await db.pool.query(
    `select workspace_id from audit_events where action = 'user.signed_in' and actor_name = 'Ana <Souza>'
     order by at desc, id desc limit 1`,
  );
  expect(rows).toEqual([{ workspace_id: south }]);
  // A workspace that stops trusting the provider also closes itself to open sessions.
  await domains(south);
  expect(await slugs(cookie)).toEqual([]);
  expect(await slugs(byLink)).toEqual(['north', 'south']);
});

// rules/workspaces 5
test('a domain is that of the whole address: none above or beside it, however it is spelt', async () => {
  const email = 'person@mail.exact.example';
  PROFILES['exact'] = { email: 'Person@MAIL.Exact.Example', email_verified: true };
  await makeMember(db, north, email);
  const domains = (...names: string[]) =>
    db.pool.query('update workspaces set sso_domains = $2 where id = $1', [north, names]);
  for (const other of ['exact.example', 'ail.exact.example', 'mail.exact.example.com', 'a.mail.exact.example', '%']) {
    await domains(other);
    expect((await signInWithProvider('exact')).location, other).toBe(onSignInPage('single_sign_on_closed'));
  }
  await domains('mail.exact.example');
  const { cookie } = await signInWithProvider('exact');
  const identity = await identify(server, { cookie });
  expect(await listMembershipsOfIdentity(db, identity!)).toMatchObject([{ workspace: { slug: 'north' } }]);
  // An open session follows the workspace's current settings.
  await domains('elsewhere.example');
  expect(await findMembership(db, identity!, 'north')).toBeUndefined();
});

test('two who come back from the provider at once for the first time are one identity', async () => {
  await db.pool.query(`update workspaces set sso_domains = '{new.example}' where id = $1`, [north]);
  for (let n = 0; n < 5; n++) {
    const email = `new-${n}@new.example`;
    PROFILES[`new-${n}`] = { email, email_verified: true };
    await makeMember(db, north, email);
    const backs = await Promise.all(
      [1, 2].map(async () => {
        const started = await start();
        return {
          address: await atProvider(server.origin, started.json().url, `new-${n}`),
          cookie: cookieHeader(started),
        };
      }),
    );
    const entered = await Promise.all(backs.map(({ address, cookie }) => comeBack(address, cookie)));
    expect(entered.map(({ location }) => location)).toEqual([`${server.origin}/`, `${server.origin}/`]);
    expect(await identities(email)).toHaveLength(1);
  }
});
