import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { OperatorDatabase } from '../../database/database.ts';
import { isDatabaseUnavailableError } from '../../database/database-unavailable.ts';
import { endSessionsOfFormerMembers } from './end-sessions.ts';
import { findMembership, listMembershipsOfIdentity } from './memberships.ts';
import { createEmailOnlyIdentity } from './signed-in-identity.ts';
import {
  cookieHeader,
  deactivate,
  makeMember,
  makeWorkspace,
  startServer,
  type Member,
  type TestServer,
} from '../sign-in/auth-fixture.ts';
import { identify } from '../../../test/identify.ts';
import { getOrCreateAuthSecret } from '../sign-in/auth.ts';

let db: OperatorDatabase;
let server: TestServer;
let north: string;
let south: string;

beforeAll(async () => {
  db = await freshDatabase();
  server = await startServer(db);
  north = await makeWorkspace(db, 'north');
  south = await makeWorkspace(db, 'south');
});

afterAll(async () => {
  await server?.app.close();
  await db?.close();
});

const query = (text: string, values: unknown[] = []) => db.pool.query(text, values);

test('the cookie is HttpOnly and SameSite=Lax for 30 days, and Secure over https', async () => {
  await makeMember(db, north, 'cookie@example.com');
  const flagsOf = async (at: TestServer) => {
    const answer = await at.post('/api/auth-link', { token: await at.mailedToken('cookie@example.com') });
    return [answer.headers['set-cookie']].flat().join('\n');
  };
  const plain = await flagsOf(server);
  expect(plain).toMatch(/^training\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  const secure = await startServer(db, { publicUrl: 'https://training.example.com' });
  expect(await flagsOf(secure)).toMatch(/^__Secure-training\.session_token=.*HttpOnly; Secure; SameSite=Lax$/);
  expect(secure.mails.at(-1)?.text).toContain('https://training.example.com/sign-in/link?token=');
  const cookie = cookieHeader(
    await secure.post('/api/auth-link', { token: await secure.mailedToken('cookie@example.com') }),
  );
  expect(await identify(secure, { cookie: `theme=dark; ${cookie}` })).toMatchObject({
    email: 'cookie@example.com',
  });
  // The cookie without the prefix isn't accepted: any page on the same host could set it without https.
  expect(await identify(secure, { cookie: cookie.replace('__Secure-', '') })).toBeUndefined();
  await secure.app.close();
});

test('signing out ends the session', async () => {
  await makeMember(db, north, 'out@example.com');
  const before = (await query('select from directory.auth_sessions')).rowCount;
  const cookie = await server.signIn('out@example.com');
  const answer = await server.post('/api/auth/sign-out', {}, { cookie });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['set-cookie']).toMatch(/^training\.session_token=; Max-Age=0; Path=\/; HttpOnly/);
  expect((await query('select from directory.auth_sessions')).rowCount).toBe(before);
  expect(await identify(server, { cookie })).toBeUndefined();
});

test('a cookie that was tampered with, or that we never signed, identifies nobody', async () => {
  await makeMember(db, north, 'forged@example.com');
  const cookie = await server.signIn('forged@example.com');
  const { rows } = await query(`select token from directory.auth_sessions order by created_at desc limit 1`);
  for (const forged of [
    undefined,
    'training.session_token=',
    cookie.replace(/.{8}$/, 'AAAAAA%3D'),
    `training.session_token=${rows[0].token}`,
    cookie.replace(/=[^.]+/, `=${rows[0].token}`),
  ]) {
    expect(await identify(server, { cookie: forged })).toBeUndefined();
  }
});

// rules/sign-in 4
test('the database holds no token in the clear', async () => {
  await makeMember(db, north, 'clear@example.com');
  const token = await server.mailedToken('clear@example.com');
  const kept = async (table: string) => JSON.stringify((await query(`select * from ${table}`)).rows);
  expect(await kept('directory.auth_verifications')).not.toContain(token);
  const cookie = cookieHeader(await server.post('/api/auth-link', { token }));
  const session = /=([^.]+)\./.exec(cookie)?.[1];
  expect(session).toHaveLength(32);
  expect(await kept('directory.auth_sessions')).not.toContain(session);
});

// rules/sign-in 4
test('no answer carries the session token: it is in the cookie alone', async () => {
  await makeMember(db, north, 'untold@example.com');
  const opened = await server.post('/api/auth-link', { token: await server.mailedToken('untold@example.com') });
  const cookie = cookieHeader(opened);
  const token = /=([^.]+)\./.exec(cookie)?.[1] ?? 'none';
  expect(token).toHaveLength(32);
  const asked = await server.app.inject({ url: '/api/auth/get-session', headers: { cookie } });
  expect(asked.statusCode).toBe(404);
  for (const { body } of [opened, asked, await server.post('/api/auth/sign-out', {}, { cookie })]) {
    expect(body).not.toContain(token);
  }
});

// rules/sign-in 1
test('one identity has several workspaces, each with its own role', async () => {
  await makeMember(db, north, 'both@example.com', 'auditor');
  await makeMember(db, south, 'both@example.com', 'super_admin');
  const token = await server.mailedToken('both@example.com');
  expect((await server.post('/api/auth-link', { token })).json()).toEqual({ workspaces: ['north', 'south'] });
  expect(await listMembershipsOfIdentity(db, createEmailOnlyIdentity('both@example.com'))).toMatchObject([
    { workspace: { id: north, slug: 'north' }, user: { role: 'auditor', department: null } },
    { workspace: { id: south, slug: 'south' }, user: { role: 'super_admin', department: null } },
  ]);
  expect(await findMembership(db, createEmailOnlyIdentity('both@example.com'), 'south')).toMatchObject({
    workspace: { id: south, name: 'The south company' },
    actor: { kind: 'user', role: 'super_admin', email: 'both@example.com' },
  });
});

// rules/audit 1
test('each sign-in is in the audit log of every workspace that it opens', async () => {
  const first = await makeMember(db, north, 'audit@example.com');
  const second = await makeMember(db, south, 'audit@example.com');
  await server.signIn('audit@example.com');
  const { rows } = await query(
    `select workspace_id, actor_kind, actor_id, subject_id, actor_name, ip, request_id from audit_events
      where action = 'user.signed_in' and actor_id = any ($1) order by workspace_id`,
    [[first.userId, second.userId]],
  );
  expect(rows).toEqual(
    [first, second].map(({ workspaceId, userId }) => ({
      workspace_id: workspaceId,
      actor_kind: 'user',
      actor_id: userId,
      subject_id: userId,
      actor_name: 'Ana <Souza>',
      ip: expect.stringMatching(/^10\.0\./),
      request_id: expect.stringMatching(/^req-/),
    })),
  );
});

// rules/sign-in 5
test('a deactivated person is out at the next request: of that workspace, and of all when it was the last', async () => {
  const first = await makeMember(db, north, 'fired@example.com');
  const second = await makeMember(db, south, 'fired@example.com');
  const cookie = await server.signIn('fired@example.com');
  await deactivate(db, first);
  await endSessionsOfFormerMembers(db, north, { userIds: [first.userId], formerEmails: [] });
  expect(await identify(server, { cookie })).toMatchObject({ email: 'fired@example.com' });
  expect(await findMembership(db, createEmailOnlyIdentity('fired@example.com'), 'north')).toBeUndefined();
  expect(await findMembership(db, createEmailOnlyIdentity('fired@example.com'), 'south')).toBeDefined();

  await deactivate(db, second);
  await endSessionsOfFormerMembers(db, south, { userIds: [second.userId], formerEmails: [] });
  expect(await identify(server, { cookie })).toBeUndefined();
  expect(await listMembershipsOfIdentity(db, createEmailOnlyIdentity('fired@example.com'))).toEqual([]);
  expect(await server.mailedToken('fired@example.com')).toBeUndefined();
});

const waiters = async () =>
  (await query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .rowCount;

const advisoryLocks = async () =>
  (
    await query(`select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`)
  ).rowCount;

const sessionsOf = async (email: string) =>
  (
    await query(
      'select from directory.auth_sessions s join directory.identities i on i.id = s.user_id where i.email = $1',
      [email],
    )
  ).rowCount;

/** Deactivates like the API; then waits, and commits. */
async function deactivateAndEnd({ workspaceId, userId }: Member, waiting = Promise.resolve()): Promise<void> {
  await db.em.fork().transactional(async (em) => {
    await em.execute('update users set is_active = false where workspace_id = ? and id = ?', [workspaceId, userId]);
    await waiting;
  });
  await endSessionsOfFormerMembers(db, workspaceId, { userIds: [userId], formerEmails: [] });
}

/** Locks a table, so that a sign-in waits before it writes there. Returns what lets it go on. */
async function lock(table: string): Promise<() => Promise<unknown>> {
  const beside = await db.pool.connect();
  onTestFinished(() => beside.release(true));
  await beside.query('begin');
  await beside.query(`lock table ${table} in share mode`);
  return () => beside.query('rollback');
}

// rules/sign-in 5
test('a sign-in that is recorded when its person is deactivated is over before, and leaves no session', async () => {
  const member = await makeMember(db, north, 'amid@example.com');
  const token = await server.mailedToken(member.email);
  const unlock = await lock('user_sign_ins');
  const signingIn = server.post('/api/auth-link', { token });
  await expect.poll(waiters).toBe(1);
  const deactivating = deactivateAndEnd(member);
  await expect.poll(waiters).toBe(2);
  await unlock();
  expect((await signingIn).statusCode).toBe(200);
  await deactivating;
  expect(await sessionsOf(member.email)).toBe(0);
});

// rules/sign-in 3, rules/sign-in 5
test('a sign-in whose person is deactivated before it is recorded takes its session back, and its link', async () => {
  const member = await makeMember(db, north, 'before@example.com');
  const token = await server.mailedToken(member.email);
  const unlock = await lock('directory.auth_sessions');
  const signingIn = server.post('/api/auth-link', { token });
  await expect.poll(waiters).toBe(1);
  const deactivating = deactivateAndEnd(member);
  // It has committed, and waits to end sessions.
  await expect.poll(waiters).toBe(2);
  await unlock();
  expect((await signingIn).json()).toMatchObject({ status: 403, code: 'not_a_member' });
  await deactivating;
  expect(await sessionsOf(member.email)).toBe(0);
  await query('update users set is_active = true where id = $1', [member.userId]);
  expect((await server.post('/api/auth-link', { token })).statusCode).toBe(200);
});

// rules/sign-in 5
test('a sign-in that waits for a deactivation is refused', async () => {
  const member = await makeMember(db, north, 'late@example.com');
  const token = await server.mailedToken(member.email);
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
  onTestFinished(() => commit());
  const deactivating = deactivateAndEnd(member, committing);
  await expect.poll(advisoryLocks).toBe(1);
  const signingIn = server.post('/api/auth-link', { token });
  await expect.poll(waiters).toBe(1);
  commit();
  await deactivating;
  expect((await signingIn).json()).toMatchObject({ status: 403, code: 'not_a_member' });
  expect(await sessionsOf(member.email)).toBe(0);
});

test('two workspaces that deactivate a person at once leave no session', async () => {
  const first = await makeMember(db, north, 'twice-fired@example.com');
  const second = await makeMember(db, south, 'twice-fired@example.com');
  await server.signIn('twice-fired@example.com');
  const { promise: committing, resolve: commit } = Promise.withResolvers<void>();
  onTestFinished(() => commit());
  const both = [first, second].map((member) => deactivateAndEnd(member, committing));
  await expect.poll(advisoryLocks).toBe(2);
  expect(await sessionsOf('twice-fired@example.com')).toBe(1);
  commit();
  await Promise.all(both);
  expect(await sessionsOf('twice-fired@example.com')).toBe(0);
});

// rules/sign-in 4
test('a session that is used goes on: after a day the cookie is renewed, after thirty it is over', async () => {
  await makeMember(db, north, 'rolling@example.com');
  const cookie = await server.signIn('rolling@example.com');
  expect((await identify(server, { cookie }))?.setCookie).toEqual([]);
  const mine = `where user_id = (select id from directory.identities where email = 'rolling@example.com')`;
  await query(`update directory.auth_sessions set expires_at = now() + interval '28 days' ${mine}`);
  const renewed = await identify(server, { cookie });
  expect(renewed?.setCookie).toEqual([expect.stringContaining('Max-Age=2592000')]);
  const { rows } = await query(
    `select expires_at > now() + interval '29 days' as renewed from directory.auth_sessions ${mine}`,
  );
  expect(rows).toEqual([{ renewed: true }]);
  await query(`update directory.auth_sessions set expires_at = now() - interval '1 second' ${mine}`);
  expect(await identify(server, { cookie })).toBeUndefined();
});

// rules/retention 1 and 2
test('a session that wasn’t used for longer than the strictest of its workspaces sets enters no more', async () => {
  const email = 'unused@example.com';
  await makeMember(db, north, email);
  await makeMember(db, south, email);
  const mine = `where user_id = (select id from directory.identities where email = '${email}')`;
  const unusedFor = async (days: number) => {
    const cookie = await server.signIn(email);
    await query(`update directory.auth_sessions set expires_at = now() + make_interval(days => 30 - $1) ${mine}`, [
      days,
    ]);
    return identify(server, { cookie });
  };
  expect(await unusedFor(29)).toBeDefined();
  await query('update workspaces set session_days = 7 where id = $1', [south]);
  onTestFinished(async () => void (await query('update workspaces set session_days = 30')));
  expect(await unusedFor(6)).toMatchObject({ setCookie: [expect.any(String)] });
  expect(await unusedFor(9)).toBeUndefined();
  expect((await query(`select from directory.auth_sessions ${mine}`)).rowCount).toBe(2);
  await query('update users set is_active = false where workspace_id = $1 and email = $2', [south, email]);
  expect(await unusedFor(9)).toBeDefined();
});

test('nothing else is at the addresses of sign-in', async () => {
  for (const [method, path] of [
    ['POST', 'sign-up/email'],
    ['POST', 'sign-in/email'],
    ['POST', 'sign-in/social'],
    ['GET', 'callback/oidc'],
    ['POST', 'update-user'],
    ['POST', 'delete-user'],
    ['POST', 'change-email'],
    ['POST', 'request-password-reset'],
    ['GET', 'get-session'],
    ['GET', 'list-sessions'],
    ['GET', 'magic-link/verify'],
    ['GET', 'error'],
    ['GET', 'ok'],
  ] as const) {
    const answer = await server.app.inject({ method, url: `/api/auth/${path}`, headers: { origin: server.origin } });
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, 'route_not_found']);
  }
});

// rules/sign-in 7
test('instances that start at once sign with one secret, unless they are given one', async () => {
  const secrets = await Promise.all([1, 2, 3, 4].map(() => getOrCreateAuthSecret(db, { authSecret: undefined })));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toHaveLength(43);
  expect(await getOrCreateAuthSecret(db, { authSecret: 'given'.repeat(8) })).toBe('given'.repeat(8));
  await makeMember(db, north, 'instances@example.com');
  const cookie = await server.signIn('instances@example.com');
  const other = await startServer(db);
  expect(await identify(other, { cookie })).toMatchObject({ email: 'instances@example.com' });
  await other.app.close();
});

// rules/api 15
test('a database that is away is a 503, and sessions go on when it is back', async () => {
  await makeMember(db, north, 'away@example.com');
  const cookie = await server.signIn('away@example.com');
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const connect = vi.spyOn(db.pool, 'connect').mockRejectedValue(gone);
  const select = vi.spyOn(db.pool, 'query').mockRejectedValue(gone);
  await expect(identify(server, { cookie })).rejects.toSatisfy(isDatabaseUnavailableError);
  for (const answer of [
    await server.post('/api/auth/sign-out', {}, { cookie }),
    await server.post('/api/auth/sign-in/magic-link', { email: 'away@example.com' }),
    await server.post('/api/auth-link', { token: 'any' }),
  ]) {
    expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
  }
  connect.mockRestore();
  select.mockRestore();
  expect(await identify(server, { cookie })).toMatchObject({ email: 'away@example.com' });
});
