import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { softwareAuthenticator } from '../passkeys/authenticator-fixture.ts';
import { passkeysOn } from '../passkeys/passkeys-fixture.ts';

const server = await startTestServer();
const { make, db, directory } = server;
const { origin, challenge, signIn, clientOf, person, owner, post } = passkeysOn(server);
const workspace = await make.workspace();

// rules/sign-in 9
test('a passkey signs its owner in to all their workspaces, without an e-mail, and replaces the session there was', async () => {
  const ana = await owner(workspace, 'auditor');
  const elsewhere = await make.workspace();
  await make.user(elsewhere, { email: ana.email });
  const started = await challenge();
  expect(started).toEqual({ challenge: expect.stringMatching(/^[\w-]{32}$/), rp_id: 'localhost' });
  const done = await signIn(ana.device.use(started), { cookie: ana.cookie });
  expect(done).toMatchObject({ status: 200, workspaces: [workspace.slug, elsewhere.slug] });
  await expect(ana.client.session.current.query()).rejects.toMatchObject({ data: { app_code: 'not_signed_in' } });
  const client = clientOf(done.cookie, workspace);
  expect(await client.session.current.query()).toMatchObject({ email: ana.email });
  const { passkeys } = await client.passkeys.list.query();
  expect(passkeys).toMatchObject([{ name: 'Laptop', backed_up: true, last_used_at: expect.any(String) }]);
  const { events } = await client.audit.list.query({ action: 'user.signed_in' });
  expect(events[0]).toMatchObject({ actor: { id: ana.id }, changes: { method: 'passkey' } });
});

// rules/sign-in 9
test.each([
  ['of another site', { origin: 'https://evil.example' }, 'origin'],
  ['for another domain', { domain: 'evil.example' }, 'RP ID'],
  ['without face, finger or PIN', { verified: false }, 'User verification required'],
  ['that signs something else', { forged: true }, 'signature'],
  ['that was made for adding a passkey', { type: 'webauthn.create' }, 'webauthn.create'],
  ['with a challenge of nobody', { challenge: 'x'.repeat(32) }, 'took longer'],
  ['that names another person', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'known'],
])('a use %s is refused', async (_what, wrong, says) => {
  const { device } = await owner(workspace);
  const refused = await signIn(device.use(await challenge(), wrong));
  expect(refused).toMatchObject({ status: 400, code: 'passkey_refused', detail: expect.stringContaining(says) });
  expect(refused.cookie).toBe('');
});

// rules/sign-in 9
test('a challenge is answered once, also if the answer was refused, and within five minutes', async () => {
  const { device } = await owner(workspace);
  const started = await challenge();
  const used = device.use(started);
  expect((await signIn(used)).status).toBe(200);
  expect(await signIn(used)).toMatchObject({ status: 400, detail: expect.stringContaining('sent twice') });

  const other = await challenge();
  expect((await signIn(device.use(other, { forged: true }))).status).toBe(400);
  expect(await signIn(device.use(other))).toMatchObject({ status: 400, detail: expect.stringContaining('sent twice') });

  const late = await challenge();
  await directory.pool.query(`update directory.auth_verifications set expires_at = expires_at - interval '5 minutes'`);
  expect(await signIn(device.use(late))).toMatchObject({ status: 400, detail: expect.stringContaining('5 minutes') });
});

test('two sign-ins with one answer at once open one session', async () => {
  const { device } = await owner(workspace);
  const used = device.use(await challenge());
  const both = await Promise.all([signIn(used), signIn(used)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

// rules/sign-in 9
test('the passkey of one person signs in nobody else, nor does a key that is stored for nobody', async () => {
  const [ana, bo] = [await owner(workspace), await owner(workspace)];
  const stranger = softwareAuthenticator(origin);
  expect(await signIn(stranger.use(await challenge()))).toMatchObject({ status: 400, code: 'passkey_refused' });
  const { id } = bo.device;
  expect(await signIn({ ...ana.device.use(await challenge()), id })).toMatchObject({ code: 'passkey_refused' });
  const { user_handle } = bo.device.use(await challenge());
  const mixed = { ...ana.device.use(await challenge()), id, user_handle };
  expect(await signIn(mixed)).toMatchObject({ code: 'passkey_refused', detail: expect.stringContaining('signature') });
});

// rules/sign-in 9
test('a counter that does not grow tells of a copy, which is refused', async () => {
  const { device } = await owner(workspace, 'learner', { counts: true });
  expect((await signIn(device.use(await challenge()))).status).toBe(200);
  expect(await signIn(device.use(await challenge(), { counter: 2 }))).toMatchObject({
    status: 400,
    detail: expect.stringContaining('counter'),
  });
  expect((await signIn(device.use(await challenge(), { counter: 9 }))).status).toBe(200);
});

// rules/sign-in 9
test('a removed passkey and one of a deactivated person open nothing', async () => {
  const ana = await owner(workspace);
  await ana.client.passkeys.remove.mutate({ id: ana.passkey.id });
  expect(await signIn(ana.device.use(await challenge()))).toMatchObject({ status: 400, code: 'passkey_refused' });

  const bo = await owner(workspace);
  await db.pool.query('update users set is_active = false where workspace_id = $1 and id = $2', [workspace.id, bo.id]);
  expect(await signIn(bo.device.use(await challenge()))).toMatchObject({ status: 403, code: 'not_a_member' });
  await db.pool.query('update users set is_active = true where workspace_id = $1 and id = $2', [workspace.id, bo.id]);
  expect((await signIn(bo.device.use(await challenge()))).status).toBe(200);
});

// rules/sign-in 9
test('what starts a sign-in is the same whoever asks, and other sites may not ask', async () => {
  const withPasskey = await owner(workspace);
  const without = await person(workspace);
  const asked = await Promise.all(
    [withPasskey.cookie, without.cookie, ''].map(async (cookie) => {
      const answer = await post('/api/auth/passkey-challenge', { email: withPasskey.email }, { cookie });
      return Object.keys(JSON.parse(await answer.text()));
    }),
  );
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['challenge', 'rp_id']));
  const foreign = await post('/api/auth/passkey-challenge', {}, { origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  const { device } = withPasskey;
  const sent = await signIn(device.use(await challenge()), { origin: 'https://evil.example' });
  expect(sent).toMatchObject({ status: 403, code: 'origin_refused', cookie: '' });
});

// rules/sign-in 9
test('where the address is an IP address or lacks TLS, passkeys are not offered', async () => {
  const addresses = ['http://192.0.2.7', 'https://[2001:db8::7]', 'http://training.example.com'];
  for (const PUBLIC_URL of addresses) {
    const without = await startTestServer({ env: { PUBLIC_URL } });
    const methods = await without.client({ origin: PUBLIC_URL }).session.methods.query();
    expect(methods, PUBLIC_URL).toMatchObject({ passkey_origin: null });
    const answer = await fetch(`${without.base}/api/auth/passkey-challenge`, {
      method: 'POST',
      headers: { origin: PUBLIC_URL, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([answer.status, JSON.parse(await answer.text())]).toMatchObject([409, { code: 'passkeys_not_available' }]);
  }
  const named = await startTestServer({ env: { PUBLIC_URL: 'https://training.example.com' } });
  expect(await named.client({}).session.methods.query()).toMatchObject({
    passkey_origin: 'https://training.example.com',
  });
  expect(await server.client({}).session.methods.query()).toMatchObject({ passkey_origin: origin });
});
