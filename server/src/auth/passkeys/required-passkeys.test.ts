import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import { startTestServer } from '../../../test/server.ts';
import { commandsWith } from '../../../test/wtp.ts';
import { softwareAuthenticator } from './authenticator-fixture.ts';
import { passkeysOn } from './passkeys-fixture.ts';

const smtp = await startSmtpServer({ until: afterAll });
const server = await startTestServer({ env: { SMTP_URL: smtp.url }, jobs: true });
const { make, db, directory } = server;
const { origin, post, challenge, signIn, clientOf, person, owner, age } = passkeysOn(server);

const refusal = (app_code: string, message = '') => ({
  data: { app_code },
  message: expect.stringContaining(message),
});
const LOCKED = refusal('passkey_required', 'asks its super admins for a passkey');
const REQUIRED = { require_passkey_for_super_admins: true };

/** A workspace that requires passkeys, and the super admin who switched it on. */
async function strictWorkspace() {
  const workspace = await make.workspace();
  const ana = await owner(workspace, 'super_admin');
  await ana.client.workspace.requirePasskeys.mutate(REQUIRED);
  return { workspace, ana };
}

/** Signs in again with a link. */
const byLink = async (email: string, workspace: { id: string; slug: string; name: string }) =>
  clientOf(await server.signIn(email), workspace);

// rules/sign-in 12
test('only a super admin who signed in with a passkey requires them, and the audit log has it', async () => {
  const workspace = await make.workspace();
  const bo = await person(workspace, 'super_admin');
  await expect(bo.client.workspace.requirePasskeys.mutate(REQUIRED)).rejects.toMatchObject(
    refusal('passkey_required', 'Sign in with yours'),
  );
  const auditor = await owner(workspace, 'auditor');
  await expect(auditor.client.workspace.requirePasskeys.mutate(REQUIRED)).rejects.toMatchObject(refusal('forbidden'));
  const ana = await owner(workspace, 'super_admin');
  expect(await ana.client.workspace.requirePasskeys.mutate(REQUIRED)).toMatchObject(REQUIRED);
  const { events } = await auditor.client.audit.list.query({ action: 'workspace.updated' });
  expect(events[0]).toMatchObject({
    actor: { id: ana.id },
    changes: { require_passkey_for_super_admins: [false, true] },
  });
  const { codes } = await ana.client.passkeys.createRecoveryCodes.mutate({});
  await ana.client.workspace.requirePasskeys.mutate({ require_passkey_for_super_admins: false });
  const again = await byLink(ana.email, workspace);
  await again.passkeys.useRecoveryCode.mutate({ code: codes[0]! });
  await expect(again.workspace.requirePasskeys.mutate(REQUIRED)).rejects.toMatchObject(refusal('passkey_required'));
});

// rules/sign-in 12
test('without a passkey a super admin gets nothing of the workspace; others, other workspaces and tokens go on', async () => {
  const { workspace, ana } = await strictWorkspace();
  const bo = await person(workspace, 'super_admin');
  const elsewhere = await make.workspace();
  await make.user(elsewhere, { email: bo.email, role: 'super_admin' });
  await expect(bo.client.users.list.query({})).rejects.toMatchObject(LOCKED);
  await expect(bo.client.workspace.update.mutate({ name: 'Mine', time_zone: 'UTC' })).rejects.toMatchObject(LOCKED);
  const file = await fetch(`${server.base}/api/workspaces/${workspace.slug}/people`, {
    headers: { cookie: bo.cookie },
  });
  expect([file.status, JSON.parse(await file.text())]).toMatchObject([403, { code: 'passkey_required' }]);
  const { memberships } = await bo.client.session.current.query();
  expect(memberships.map(({ workspace: { id }, passkey_required }) => [id, passkey_required])).toEqual(
    expect.arrayContaining([
      [workspace.id, true],
      [elsewhere.id, false],
    ]),
  );
  expect((await clientOf(bo.cookie, elsewhere).users.list.query({})).total).toBe(1);
  expect((await ana.client.users.list.query({})).total).toBe(2);
  const auditor = await person(workspace, 'auditor');
  expect((await auditor.client.users.list.query({})).total).toBe(3);
  const { call } = await server.api(['users:read'], workspace);
  expect((await call('GET', '/api/v1/users')).status).toBe(200);
});

// rules/sign-in 12
test('adding the first passkey opens the workspace, and so does signing in with it, but not single sign-on', async () => {
  const { workspace } = await strictWorkspace();
  const bo = await person(workspace, 'super_admin');
  const device = softwareAuthenticator(origin);
  await bo.client.passkeys.add.mutate(device.create(await bo.client.passkeys.startAdding.mutate({})));
  expect((await bo.client.users.list.query({})).total).toBe(2);
  const { cookie } = await signIn(device.use(await challenge()));
  expect((await clientOf(cookie, workspace).users.list.query({})).total).toBe(2);

  const third = await person(workspace, 'super_admin');
  await db.pool.query('update workspaces set sso_domains = $2 where id = $1', [
    workspace.id,
    [third.email.split('@')[1]],
  ]);
  await directory.pool.query(
    `update directory.auth_sessions set single_sign_on = true from directory.identities i
     where i.id = user_id and i.email = $1`,
    [third.email],
  );
  await expect(third.client.users.list.query({})).rejects.toMatchObject(LOCKED);
});

// rules/sign-in 10 and 12
test('whoever has only the mailbox of a super admin with a passkey neither adds one nor removes it', async () => {
  const { workspace, ana } = await strictWorkspace();
  const thief = await byLink(ana.email, workspace);
  expect(await thief.passkeys.list.query()).toMatchObject({ needs: 'passkey' });
  const refused = refusal('sign_in_again', 'one of your passkeys');
  await expect(thief.passkeys.startAdding.mutate({})).rejects.toMatchObject(refused);
  await expect(thief.passkeys.remove.mutate({ id: ana.passkey.id })).rejects.toMatchObject(refused);
  await expect(thief.passkeys.createRecoveryCodes.mutate({})).rejects.toMatchObject(refused);
});

// rules/sign-in 12
test('someone who becomes a super admin meanwhile needs a passkey from the next request on', async () => {
  const { workspace, ana } = await strictWorkspace();
  const bo = await person(workspace, 'auditor');
  expect((await bo.client.users.list.query({})).total).toBe(2);
  await ana.client.users.upsert.mutate({ email: bo.email, role: 'super_admin' });
  await expect(bo.client.users.list.query({})).rejects.toMatchObject(LOCKED);
});

// rules/sign-in 12
test('the session loses the workspace with its passkey', async () => {
  const { ana } = await strictWorkspace();
  await ana.client.passkeys.remove.mutate({ id: ana.passkey.id });
  await expect(ana.client.users.list.query({})).rejects.toMatchObject(LOCKED);
  expect(await ana.client.passkeys.list.query()).toMatchObject({ passkeys: [], needs: 'nothing' });
});

// rules/sign-in 13
test('each of ten recovery codes stands in for the passkey once, is mailed and audited, and opens the way to a new one', async () => {
  const { workspace, ana } = await strictWorkspace();
  const { codes } = await ana.client.passkeys.createRecoveryCodes.mutate({});
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const { rows } = await directory.pool.query('select hash from directory.recovery_codes');
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.slice(0, 9));

  const client = await byLink(ana.email, workspace);
  await expect(client.users.list.query({})).rejects.toMatchObject(LOCKED);
  await client.passkeys.useRecoveryCode.mutate({ code: ` ${codes[0]!.toLowerCase().replaceAll('-', ' ')} ` });
  expect((await client.users.list.query({})).total).toBe(1);
  expect(await client.passkeys.list.query()).toMatchObject({ recovery_codes: 9, needs: 'nothing' });
  await client.passkeys.remove.mutate({ id: ana.passkey.id });
  const device = softwareAuthenticator(origin);
  await client.passkeys.add.mutate(device.create(await client.passkeys.startAdding.mutate({})));

  const other = await byLink(ana.email, workspace);
  for (const code of [codes[0]!, 'ABCD-EFGH-JKMN-PQRS']) {
    await expect(other.passkeys.useRecoveryCode.mutate({ code })).rejects.toMatchObject(
      refusal('recovery_code_invalid'),
    );
  }
  const { events } = await client.audit.list.query({});
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.recovery_codes_created', 'user.recovery_code_used']),
  );
  const mails = () => smtp.to(ana.email).map(({ text }) => text ?? '');
  await expect.poll(() => mails().some((text) => text.includes('a recovery code of your account was used'))).toBe(true);
});

// rules/sign-in 13
test('of two uses of one recovery code at once, one is accepted; new codes discard the former', async () => {
  const { workspace, ana } = await strictWorkspace();
  const { codes } = await ana.client.passkeys.createRecoveryCodes.mutate({});
  const both = [await byLink(ana.email, workspace), await byLink(ana.email, workspace)];
  const used = await Promise.allSettled(both.map((each) => each.passkeys.useRecoveryCode.mutate({ code: codes[0]! })));
  expect(used.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const asked = await Promise.allSettled(both.map((each) => each.users.list.query({})));
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);

  const { codes: newer } = await ana.client.passkeys.createRecoveryCodes.mutate({});
  const third = await byLink(ana.email, workspace);
  await expect(third.passkeys.useRecoveryCode.mutate({ code: codes[1]! })).rejects.toMatchObject(
    refusal('recovery_code_invalid'),
  );
  await third.passkeys.useRecoveryCode.mutate({ code: newer[1]! });
});

// rules/sign-in 13
test('codes of one person are worth nothing to another, and need a passkey and a recent sign-in', async () => {
  const { workspace, ana } = await strictWorkspace();
  const { codes } = await ana.client.passkeys.createRecoveryCodes.mutate({});
  const bo = await person(workspace, 'super_admin');
  await expect(bo.client.passkeys.useRecoveryCode.mutate({ code: codes[0]! })).rejects.toMatchObject(
    refusal('recovery_code_invalid'),
  );
  await expect(bo.client.passkeys.createRecoveryCodes.mutate({})).rejects.toMatchObject(
    refusal('passkey_not_found', 'Add a passkey first'),
  );
  await age(ana.email, 11);
  await expect(ana.client.passkeys.createRecoveryCodes.mutate({})).rejects.toMatchObject(refusal('sign_in_again'));
});

// rules/sign-in 14
test('the operator resets the passkeys of someone who lost everything, and switches the requirement off', async () => {
  const { workspace, ana } = await strictWorkspace();
  const { codes } = await ana.client.passkeys.createRecoveryCodes.mutate({});
  const { json, failure } = commandsWith(server.databaseEnv);
  const Reset = z.strictObject({
    passkeys: z.literal(1),
    recovery_codes: z.literal(10),
    sessions: z.literal(1),
    sign_in_url: z.url(),
  });
  const reset = Reset.parse(await json(['user', 'reset-passkeys', '--email', ana.email.toUpperCase()]));
  await expect(ana.client.session.current.query()).rejects.toMatchObject(refusal('not_signed_in'));
  expect(await signIn(ana.device.use(await challenge()))).toMatchObject({ code: 'passkey_refused' });

  const token = new URL(reset.sign_in_url).searchParams.get('token');
  const opened = await post('/api/auth-link', { token });
  const client = clientOf(opened.headers.getSetCookie()[0]!.split(';', 1)[0]!, workspace);
  await expect(client.users.list.query({})).rejects.toMatchObject(LOCKED);
  await expect(client.passkeys.useRecoveryCode.mutate({ code: codes[0]! })).rejects.toMatchObject(
    refusal('recovery_code_invalid'),
  );
  const device = softwareAuthenticator(origin);
  await client.passkeys.add.mutate(device.create(await client.passkeys.startAdding.mutate({})));
  const { events } = await client.audit.list.query({ action: 'user.passkeys_reset' });
  expect(events).toMatchObject([{ actor: { kind: 'system', name: 'Operator' }, subject: { id: ana.id } }]);

  const set = ['workspace', 'set', '--workspace', workspace.slug, '--require-passkey-for-super-admins'];
  expect(await json([...set, 'false'])).toMatchObject({ require_passkey_for_super_admins: false });
  expect(await failure([...set, 'true'])).toMatch(/^--require-passkey-for-super-admins: Must be false/);
  const unknown = ['user', 'reset-passkeys', '--email', 'nobody@example.com'];
  expect(await failure(unknown)).toContain('Nobody has signed in with the e-mail');
  expect((await (await byLink(ana.email, workspace)).users.list.query({})).total).toBe(1);
});
