import { MAX_PASSKEYS_PER_PERSON } from '@training/shared/passkeys/passkeys';
import { afterAll, expect, test } from 'vitest';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import { startTestServer } from '../../../test/server.ts';
import { createSignInUrl } from '../sign-in/sign-in-link.ts';
import { softwareAuthenticator } from './authenticator-fixture.ts';
import { passkeysOn } from './passkeys-fixture.ts';

const smtp = await startSmtpServer({ until: afterAll });
const server = await startTestServer({ env: { SMTP_URL: smtp.url }, jobs: true });
const { make, directory } = server;
const { origin, post, challenge, signIn, clientOf, person, owner, age } = passkeysOn(server);
const workspace = await make.workspace();

const refusal = (app_code: string, message = '') => ({
  data: { app_code },
  message: expect.stringContaining(message),
});

// rules/sign-in 10 and 11
test('a person has several passkeys, renames and removes them; each change is audited and mailed', async () => {
  const ana = await owner(workspace, 'auditor');
  const { passkeys } = ana.client;
  const phone = softwareAuthenticator(origin);
  const started = await passkeys.startAdding.mutate({});
  expect(started).toMatchObject({ rp_id: 'localhost', known: [{ id: ana.device.id, transports: ['internal'] }] });
  const added = await passkeys.add.mutate(phone.create(started, ' Phone '));
  expect(added).toMatchObject({ name: 'Phone', last_used_at: null });
  await passkeys.rename.mutate({ id: added.id, name: 'Old phone' });
  expect(await passkeys.list.query()).toMatchObject({
    passkeys: [{ name: 'Laptop' }, { name: 'Old phone' }],
    recovery_codes: 0,
    needs: 'nothing',
  });
  await passkeys.remove.mutate({ id: added.id });
  expect((await passkeys.list.query()).passkeys).toMatchObject([{ name: 'Laptop' }]);
  await expect(passkeys.remove.mutate({ id: added.id })).rejects.toMatchObject(refusal('passkey_not_found'));

  const { events } = await ana.client.audit.list.query({});
  const told = events.filter(({ subject }) => subject?.id === ana.id).map(({ action, changes }) => [action, changes]);
  expect(told.slice(0, 3)).toEqual([
    ['user.passkey_removed', { passkey: 'Old phone' }],
    ['user.passkey_added', { passkey: 'Phone' }],
    ['user.passkey_added', { passkey: 'Laptop' }],
  ]);
  await expect.poll(() => smtp.to(ana.email).length).toBe(3);
  const texts = smtp.to(ana.email).map(({ text }) => text ?? '');
  expect(texts.some((text) => text.includes('a passkey was removed') && text.includes('Old phone'))).toBe(true);
});

// rules/sign-in 9
test.each([
  ['of another site', { origin: 'https://evil.example' }, 'origin'],
  ['for another domain', { domain: 'evil.example' }, 'RP ID'],
  ['without face, finger or PIN', { verified: false }, 'User verification was required'],
  ['made for signing in', { type: 'webauthn.get' }, 'webauthn.get'],
  ['with a challenge of nobody', { challenge: 'x'.repeat(32) }, 'took longer'],
  ['with a certificate, whose addresses the server would ask', { certificate: Buffer.alloc(9) }, 'names its maker'],
])('a new passkey %s is refused', async (_what, wrong, says) => {
  const { client } = await person(workspace);
  const device = softwareAuthenticator(origin);
  const made = device.create(await client.passkeys.startAdding.mutate({}), 'Laptop', wrong);
  await expect(client.passkeys.add.mutate(made)).rejects.toMatchObject(refusal('passkey_refused', says));
  expect((await client.passkeys.list.query()).passkeys).toEqual([]);
});

// rules/sign-in 9
test('a challenge for adding works once, for the session that asked, and not for signing in', async () => {
  const [ana, bo] = [await person(workspace), await person(workspace)];
  const device = softwareAuthenticator(origin);
  const started = await ana.client.passkeys.startAdding.mutate({});
  await expect(bo.client.passkeys.add.mutate(device.create(started))).rejects.toMatchObject(refusal('passkey_refused'));
  await expect(ana.client.passkeys.add.mutate(device.create(started))).rejects.toMatchObject(
    refusal('passkey_refused'),
  );
  const again = await ana.client.passkeys.startAdding.mutate({});
  await ana.client.passkeys.add.mutate(device.create(again));
  expect(await signIn(device.use(again))).toMatchObject({ code: 'passkey_refused' });
  const next = await bo.client.passkeys.startAdding.mutate({});
  await expect(bo.client.passkeys.add.mutate(device.create(next))).rejects.toMatchObject(
    refusal('passkey_refused', 'already stored'),
  );
});

// rules/sign-in 10
test('passkeys are changed within ten minutes of a sign-in', async () => {
  const ana = await owner(workspace);
  await age(ana.email, 11);
  expect(await ana.client.passkeys.list.query()).toMatchObject({ passkeys: [{}], needs: 'sign_in' });
  const stale = refusal('sign_in_again');
  await expect(ana.client.passkeys.startAdding.mutate({})).rejects.toMatchObject(stale);
  await expect(ana.client.passkeys.remove.mutate({ id: ana.passkey.id })).rejects.toMatchObject(stale);
  await expect(ana.client.passkeys.createRecoveryCodes.mutate({})).rejects.toMatchObject(stale);
  const { cookie } = await signIn(ana.device.use(await challenge()));
  await clientOf(cookie).passkeys.remove.mutate({ id: ana.passkey.id });
});

// rules/sign-in 10
test('neither single sign-on nor a link that someone else copied adds a passkey, which would open more than they do', async () => {
  const ana = await owner(workspace);
  const admin = await person(workspace, 'super_admin');
  const url = await createSignInUrl(server.pools.requests, ana.email, {
    publicUrl: origin,
    minutes: 5,
    handed: { workspace: workspace.id, by: 'Admin', by_id: admin.id },
  });
  const opened = await post('/api/auth-link', { token: new URL(url).searchParams.get('token') });
  const handed = clientOf(opened.headers.getSetCookie()[0]!.split(';', 1)[0]!);
  expect(await handed.passkeys.list.query()).toEqual({ passkeys: [], recovery_codes: 0, needs: 'own_link' });
  const refused = refusal('sign_in_again', 'Sign in with a link');
  await expect(handed.passkeys.startAdding.mutate({})).rejects.toMatchObject(refused);
  await expect(handed.passkeys.rename.mutate({ id: ana.passkey.id, name: 'Mine' })).rejects.toMatchObject(refused);
  await expect(handed.passkeys.useRecoveryCode.mutate({ code: 'any' })).rejects.toMatchObject(refused);

  const bo = await person(workspace);
  await directory.pool.query(
    `update directory.auth_sessions set single_sign_on = true from directory.identities i where i.id = user_id and i.email = $1`,
    [bo.email],
  );
  expect(await bo.client.passkeys.list.query()).toMatchObject({ needs: 'own_link' });
  await expect(bo.client.passkeys.startAdding.mutate({})).rejects.toMatchObject(refused);
});

// rules/sign-in 10
test('of other people nobody sees or changes a passkey', async () => {
  const [ana, bo] = [await owner(workspace), await owner(workspace)];
  const unknown = refusal('passkey_not_found');
  await expect(bo.client.passkeys.rename.mutate({ id: ana.passkey.id, name: 'Mine' })).rejects.toMatchObject(unknown);
  await expect(bo.client.passkeys.remove.mutate({ id: ana.passkey.id })).rejects.toMatchObject(unknown);
  expect((await bo.client.passkeys.list.query()).passkeys.map(({ id }) => id)).toEqual([bo.passkey.id]);
  const token = await server.api(['users:read'], workspace);
  const asked = await token.call('GET', '/api/trpc/passkeys.list');
  expect(asked.status).toBe(401);
});

// rules/sign-in 10
test('sessions that a passkey confirmed end with it, but for the one that removes it', async () => {
  const ana = await owner(workspace);
  const [here, there] = [
    await signIn(ana.device.use(await challenge())),
    await signIn(ana.device.use(await challenge())),
  ];
  await clientOf(here.cookie).passkeys.remove.mutate({ id: ana.passkey.id });
  expect(await clientOf(here.cookie).session.current.query()).toMatchObject({ email: ana.email });
  await expect(clientOf(there.cookie).session.current.query()).rejects.toMatchObject(refusal('not_signed_in'));
});

// rules/sign-in 10
test(`a person has at most ${MAX_PASSKEYS_PER_PERSON} passkeys, also where two are added at once`, async () => {
  const ana = await owner(workspace);
  await directory.pool.query(
    `insert into directory.passkeys select gen_random_uuid(), identity_id, credential_id || n, public_key, 0, true, true,
       '{}', name || n from directory.passkeys, generate_series(1, $2::int) n where id = $1`,
    [ana.passkey.id, MAX_PASSKEYS_PER_PERSON - 2],
  );
  const make2 = async () => softwareAuthenticator(origin).create(await ana.client.passkeys.startAdding.mutate({}));
  const both = [await make2(), await make2()];
  const done = await Promise.allSettled(both.map((made) => ana.client.passkeys.add.mutate(made)));
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(ana.client.passkeys.startAdding.mutate({})).rejects.toMatchObject(refusal('passkey_limit_reached'));
});
