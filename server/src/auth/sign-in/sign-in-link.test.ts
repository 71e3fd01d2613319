import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { identify } from '../../../test/identify.ts';
import type { OperatorDatabase } from '../../database/database.ts';
import { cookieHeader, deactivate, makeMember, makeWorkspace, startServer, type TestServer } from './auth-fixture.ts';
import { createSignInUrl } from './sign-in-link.ts';

let db: OperatorDatabase;
let server: TestServer;
let north: string;

beforeAll(async () => {
  db = await freshDatabase();
  server = await startServer(db);
  north = await makeWorkspace(db, 'north');
});

afterAll(async () => {
  await server?.app.close();
  await db?.close();
});

const query = (text: string, values: unknown[] = []) => db.pool.query(text, values);

// rules/sign-in 2
test('a mailed link signs in, once', async () => {
  await makeMember(db, north, 'once@example.com');
  const token = await server.mailedToken(' Once@Example.com ');
  const first = await server.post('/api/auth-link', { token });
  expect(first.statusCode).toBe(200);
  expect(first.json()).toEqual({ workspaces: ['north'] });
  expect(await identify(server, { cookie: cookieHeader(first) })).toMatchObject({ email: 'once@example.com' });
  const second = await server.post('/api/auth-link', { token });
  expect(second.json()).toMatchObject({ status: 400, code: 'link_invalid' });
  expect(second.headers['set-cookie']).toBeUndefined();
});

test.each(['a&b@example.com', "o'neil!#$%*+/=?^_`{|}~-@example.com", '.dots..are.fine.@example.com', 'root@intranet'])(
  'whatever a browser takes for an e-mail may sign in: %s',
  async (email) => {
    await makeMember(db, north, email);
    const token = await server.mailedToken(email);
    expect(server.mails.at(-1)?.to).toBe(email);
    const opened = await server.post('/api/auth-link', { token });
    expect(await identify(server, { cookie: cookieHeader(opened) })).toMatchObject({ email });
  },
);

// rules/sign-in 2
test('a link of a server whose clock is an hour behind lasts as long as others', async () => {
  await makeMember(db, north, 'behind@example.com');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  const url = await createSignInUrl(db, 'behind@example.com', { publicUrl: 'http://localhost', minutes: 15 });
  vi.useRealTimers();
  const opened = await server.post('/api/auth-link', { token: new URL(url).searchParams.get('token') });
  expect(opened.json()).toEqual({ workspaces: ['north'] });
});

test('two who open the same link at once are not both let in', async () => {
  await makeMember(db, north, 'race@example.com');
  const token = await server.mailedToken('race@example.com');
  const answers = await Promise.all([1, 2, 3, 4].map(() => server.post('/api/auth-link', { token })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
});

// rules/sign-in 2
test('two links of somebody who was never here, opened at once, both sign in, as one identity', async () => {
  for (let n = 0; n < 10; n++) {
    const email = `twice-${n}@example.com`;
    await makeMember(db, north, email);
    const tokens = [await server.mailedToken(email), await server.mailedToken(email), await server.mailedToken(email)];
    const answers = await Promise.all(tokens.map((token) => server.post('/api/auth-link', { token })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const entered = await Promise.all(answers.map((answer) => identify(server, { cookie: cookieHeader(answer) })));
    expect(new Set(entered.map((identity) => identity?.identityId)).size).toBe(1);
    expect((await query(`select from directory.identities where email = '${email}'`)).rowCount).toBe(1);
  }
});

test('the mail has the link in text and HTML, and escapes names', async () => {
  await makeMember(db, north, 'mail@example.com');
  const token = await server.mailedToken('mail@example.com');
  const mail = server.mails.at(-1);
  const url = `${server.origin}/sign-in/link?token=${token}`;
  expect(mail?.text.split('\n')).toContain(url);
  expect(mail?.html).toContain(`href="${url}"`);
  expect(mail?.html).toContain('Ana &lt;Souza&gt;');
  expect(mail).toMatchObject({ to: 'mail@example.com' });
});

// rules/sign-in 3
test('no GET spends a link', async () => {
  await makeMember(db, north, 'get@example.com');
  const token = await server.mailedToken('get@example.com');
  for (const path of ['/api/auth-link', '/api/auth/magic-link/verify', '/sign-in/link']) {
    const answer = await server.app.inject({ url: `${path}?token=${token}&callbackURL=/` });
    expect(answer.statusCode).toBe(404);
  }
  expect((await server.post('/api/auth-link', { token })).statusCode).toBe(200);
});

// rules/sign-in 2
test('a link that is too old is refused', async () => {
  await makeMember(db, north, 'old@example.com');
  const token = await server.mailedToken('old@example.com');
  const { rows } = await query(`select expires_at - now() > interval '14 minutes' as long_enough,
    expires_at - now() <= interval '15 minutes' as short_enough from directory.auth_verifications where value like '%old@%'`);
  expect(rows).toEqual([{ long_enough: true, short_enough: true }]);
  await query(
    `update directory.auth_verifications set expires_at = now() - interval '1 second' where value like '%old@%'`,
  );
  expect((await server.post('/api/auth-link', { token })).json()).toMatchObject({ status: 400, code: 'link_invalid' });
});

// rules/sign-in 2
test('whoever is unknown gets the same answer, and no mail', async () => {
  await makeMember(db, north, 'known@example.com');
  const ask = (email: string, remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/magic-link',
      payload: { email },
      headers: { origin: server.origin },
      remoteAddress,
    });
  const mailsBefore = server.mails.length;
  const known = await ask('known@example.com', '10.9.0.1');
  const unknown = await ask('nobody@example.com', '10.9.0.2');
  await server.auth.settled();
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  expect(server.mails.slice(mailsBefore).map(({ to }) => to)).toEqual(['known@example.com']);
});

// rules/sign-in 2 and 3
test('a link for somebody who has been deactivated meanwhile is refused, and makes no identity', async () => {
  const member = await makeMember(db, north, 'leaver@example.com');
  const token = await server.mailedToken('leaver@example.com');
  await deactivate(db, member);
  expect((await server.post('/api/auth-link', { token })).json()).toMatchObject({ status: 403, code: 'not_a_member' });
  expect((await query(`select from directory.identities where email = 'leaver@example.com'`)).rowCount).toBe(0);
  // The refused link isn't spent: it works if the person comes back before it expires.
  await query('update users set is_active = true where id = $1', [member.userId]);
  expect((await server.post('/api/auth-link', { token })).statusCode).toBe(200);
});

test('a request from another site is refused', async () => {
  await makeMember(db, north, 'origin@example.com');
  const token = await server.mailedToken('origin@example.com');
  const cookie = await server.signIn('origin@example.com');
  const foreign = { origin: 'https://evil.example.com' };
  for (const [url, body, headers] of [
    ['/api/auth-link', { token }, foreign],
    ['/api/auth/sign-in/magic-link', { email: 'origin@example.com' }, foreign],
    ['/api/auth/sign-out', {}, { ...foreign, cookie }],
    ['/api/auth/sign-out', {}, { origin: 'null', cookie }],
  ] as const) {
    expect((await server.post(url, body, headers)).json()).toMatchObject({ status: 403, code: 'origin_refused' });
  }
  expect(await identify(server, { cookie })).toBeDefined();
  expect((await server.post('/api/auth-link', { token })).statusCode).toBe(200);
});

test('a printed link works for a day, made without a server', async () => {
  await makeMember(db, north, 'invited@example.com');
  const url = await createSignInUrl(db, 'invited@example.com', {
    publicUrl: server.origin,
    minutes: 24 * 60,
  });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4599\/sign-in\/link\?token=[\w-]{32}$/);
  const { rows } = await query(`select round(extract(epoch from expires_at - now()) / 3600) as hours
    from directory.auth_verifications where value like '%invited@%'`);
  expect(rows).toEqual([{ hours: '24' }]);
  const token = new URL(url).searchParams.get('token') ?? '';
  expect((await server.post('/api/auth-link', { token })).json()).toEqual({ workspaces: ['north'] });
});

test('one address may ask for ten links a minute', async () => {
  const ask = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/magic-link',
      payload: { email: 'whoever@example.com' },
      headers: { origin: server.origin, 'x-forwarded-for': `10.1.1.${Math.random()}`, 'x-client-ip': '1.2.3.4' },
      remoteAddress: '10.200.0.1',
    });
  for (let i = 0; i < 10; i++) expect((await ask()).statusCode).toBe(200);
  const refused = await ask();
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('nobody can fill another’s mailbox: five links in a quarter of an hour, and no more', async () => {
  await makeMember(db, north, 'flooded@example.com');
  const tokens = [];
  for (let i = 0; i < 7; i++) tokens.push(await server.mailedToken('flooded@example.com'));
  expect(tokens.map(Boolean)).toEqual([true, true, true, true, true, false, false]);
});

test('a bad body is told what is wrong with it', async () => {
  for (const [url, body] of [
    ['/api/auth-link', {}],
    ['/api/auth-link', { token: 7 }],
    ['/api/auth-link', { token: 'x', more: true }],
    ['/api/auth/sign-in/magic-link', { email: 'no e-mail' }],
  ] as const) {
    expect((await server.post(url, body)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
  }
  expect((await server.post('/api/auth-link', { token: '\u0000\ud800' })).statusCode).toBe(400);
});

test('a mail that cannot be sent is logged, and its token is not', async () => {
  await makeMember(db, north, 'undelivered@example.com');
  vi.spyOn(server.mails, 'push').mockImplementationOnce(() => {
    throw new Error('The mail server is away');
  });
  expect(await server.mailedToken('undelivered@example.com')).toBeUndefined();
  expect(server.logged.at(-1)).toContain('could not be sent');
  expect(server.logged.join('\n')).not.toMatch(/token=/);
});
