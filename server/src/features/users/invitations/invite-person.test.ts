import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { startSmtpServer } from '../../../../test/smtp-server.ts';

const smtp = await startSmtpServer({ until: afterAll });
const server = await startTestServer({ env: { SMTP_URL: smtp.url }, jobs: true });
const withoutMail = await startTestServer();
const { make } = server;
const invite = { kind: 'invite' } as const;

async function workspaceWithAdmin() {
  const workspace = await make.workspace();
  return { workspace, admin: await server.as('super_admin', workspace) };
}

// rules/users 16 and 18
test('an invitation is mailed, signs in once, and is told in the list until they have', async () => {
  const { workspace, admin } = await workspaceWithAdmin();
  const ana = await make.user(workspace, { fullName: 'Ana Souza', email: 'ana@example.com' });
  expect(await admin.users.get.query({ id: ana.id })).toMatchObject({ last_sign_in_at: null, invitation: null });
  expect(await admin.users.waysIn.query()).toEqual({ sends_mail: true });
  const { outcomes } = await admin.users.changeSeveral.mutate({ user_ids: [ana.id], change: invite });
  expect(outcomes).toMatchObject([{ user_id: ana.id, full_name: 'Ana Souza', result: 'invited', refused: null }]);
  const invitation = async () => (await admin.users.get.query({ id: ana.id })).invitation;
  await expect.poll(invitation).toMatchObject({ kind: 'mail', state: 'sent', error: null });
  const [mail] = smtp.to('ana@example.com');
  expect(mail?.text).toContain(`has invited you to ${workspace.name}`);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const opened = await fetch(`${server.base}/api/auth-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.base },
    body: JSON.stringify({ token }),
  });
  expect(opened.status).toBe(200);
  expect(await admin.users.get.query({ id: ana.id })).toMatchObject({ last_sign_in_at: expect.any(String) });
  const { events } = await admin.audit.list.query({ action: 'user.invited' });
  expect(events).toMatchObject([{ subject: { id: ana.id }, changes: { email: ana.email } }]);
});

// rules/users 16
test('who was invited a moment ago is not written to again, nor more than five times a day', async () => {
  const { workspace, admin } = await workspaceWithAdmin();
  const { id } = await make.user(workspace);
  const ask = async () => (await admin.users.changeSeveral.mutate({ user_ids: [id], change: invite })).outcomes[0];
  const longAgo = (hours: number) =>
    server.db.pool.query(`update invitations set at = at - make_interval(mins => $2) where user_id = $1`, [
      id,
      hours * 60,
    ]);
  const both = await Promise.all([ask(), ask()]);
  expect(new Set(both.map((each) => each?.refused?.code ?? each?.result))).toEqual(
    new Set(['invited', 'rate_limited']),
  );
  for (let n = 0; n < 4; n++) {
    await longAgo(1);
    expect(await ask()).toMatchObject({ result: 'invited' });
  }
  await longAgo(1);
  expect(await ask()).toMatchObject({ result: null, refused: { code: 'rate_limited' } });
  await longAgo(24);
  expect(await ask()).toMatchObject({ result: 'invited' });
});

// rules/users 16
test('an address that the mail server refuses is told with its reason', async () => {
  const { workspace, admin } = await workspaceWithAdmin();
  smtp.treat('nobody@example.com', '550 5.1.1 No such user');
  const { id } = await make.user(workspace, { email: 'nobody@example.com' });
  await admin.users.changeSeveral.mutate({ user_ids: [id], change: invite });
  const invitation = async () => (await admin.users.get.query({ id })).invitation;
  await expect.poll(invitation).toMatchObject({ state: 'failed' });
  expect((await invitation())?.error).toContain('No such user');
});

// rules/users 16
test('who is inactive is not invited, and without mail nobody is: nothing is written then', async () => {
  const { workspace, admin } = await workspaceWithAdmin();
  const { id } = await make.user(workspace, { isActive: false });
  const { outcomes } = await admin.users.changeSeveral.mutate({ user_ids: [id], change: invite });
  expect(outcomes).toMatchObject([{ result: null, refused: { code: 'user_inactive' } }]);

  const elsewhere = await withoutMail.make.workspace();
  const other = await withoutMail.as('super_admin', elsewhere);
  const bo = await withoutMail.make.user(elsewhere);
  expect(await other.users.waysIn.query()).toEqual({ sends_mail: false });
  const asked = await other.users.changeSeveral.mutate({ user_ids: [bo.id], change: invite });
  expect(asked.outcomes).toMatchObject([{ refused: { code: 'mail_not_configured' } }]);
  expect((await other.users.get.query({ id: bo.id })).invitation).toBeNull();
  expect((await other.audit.list.query({ action: 'user.invited' })).total).toBe(0);
});
