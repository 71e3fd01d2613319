import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
const { make, db, base } = server;

/** Opens a link like the page does; returns the cookie, or the error. */
async function open(url: string) {
  const token = new URL(url).searchParams.get('token');
  const answer = await fetch(`${base}/api/auth-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ token }),
  });
  const cookie = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  return { status: answer.status, json: await answer.json(), cookie: cookie.join('; ') };
}

const within = (cookie: string, workspace: TestWorkspace) => server.client({ cookie, 'x-workspace': workspace.slug });

// rules/users 17
test('a link that is handed over signs its person in, once', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const ana = await make.user(workspace, { fullName: 'Ana Souza' });
  const { url, expires_at } = await admin.users.handOverLink.mutate({ id: ana.id });
  expect(url.startsWith(`${base}/sign-in/link?token=`)).toBe(true);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const opened = await open(url);
  expect(opened).toMatchObject({ status: 200, json: { workspaces: [workspace.slug] } });
  const { memberships } = await within(opened.cookie, workspace).session.current.query();
  expect(memberships).toMatchObject([{ user: { id: ana.id } }]);
  expect(await open(url)).toMatchObject({ status: 400, json: { code: 'link_invalid' } });
});

// rules/sign-in 8, rules/users 17
test('it opens the workspace of who made it, and none of the others that the person belongs to', async () => {
  const [ours, theirs] = [await make.workspace(), await make.workspace()];
  const email = 'in-both@example.com';
  const known = await make.user(theirs, { email, role: 'super_admin' });
  const added = await make.user(ours, { email });
  const admin = await server.as('super_admin', ours);
  const { cookie, json } = await open((await admin.users.handOverLink.mutate({ id: added.id })).url);
  expect(json).toEqual({ workspaces: [ours.slug] });
  const session = await within(cookie, ours).session.current.query();
  expect(session.memberships.map(({ workspace }) => workspace.slug)).toEqual([ours.slug]);
  await expect(within(cookie, theirs).users.list.query({})).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'not_a_member' },
  });
  // The person still gets into both workspaces.
  const own = await within(await server.signIn(email), ours).session.current.query();
  expect(own.memberships).toHaveLength(2);
  const { rows } = await db.pool.query('select 1 from user_sign_ins where workspace_id = $1 and user_id = $2', [
    theirs.id,
    known.id,
  ]);
  expect(rows).toHaveLength(1);
});

test('a link that is made in a workspace where the person is added without asking is no way into theirs', async () => {
  const [attackers, victims] = [await make.workspace(), await make.workspace()];
  const email = 'victim@example.com';
  await make.user(victims, { email });
  const attacker = await server.as('super_admin', attackers);
  const added = await attacker.users.upsert.mutate({ email, full_name: 'Whoever' });
  const { cookie } = await open((await attacker.users.handOverLink.mutate({ id: added.id })).url);
  await expect(within(cookie, victims).learning.mine.query()).rejects.toMatchObject({
    data: { app_code: 'not_a_member' },
  });
});

// rules/sign-in 8, rules/users 17
test('nobody gets one for a super admin, and who becomes one loses the session that it opened', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const peer = await make.user(workspace, { role: 'super_admin' });
  await expect(admin.users.handOverLink.mutate({ id: peer.id })).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'link_not_allowed' },
  });
  const rising = await make.user(workspace, { role: 'content_manager' });
  const { cookie } = await open((await admin.users.handOverLink.mutate({ id: rising.id })).url);
  const unopened = await admin.users.handOverLink.mutate({ id: rising.id });
  await within(cookie, workspace).courses.list.query({});
  await admin.users.upsert.mutate({ email: rising.email, role: 'super_admin' });
  await expect(within(cookie, workspace).users.list.query({})).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'not_a_member' },
  });
  expect(await open(unopened.url)).toMatchObject({ status: 403, json: { code: 'not_a_member' } });
});

// rules/users 17
test('one for whoever is inactive is refused, when it is made and when it is opened', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const gone = await make.user(workspace, { isActive: false });
  await expect(admin.users.handOverLink.mutate({ id: gone.id })).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'user_inactive' },
  });
  const leaving = await make.user(workspace);
  const { url } = await admin.users.handOverLink.mutate({ id: leaving.id });
  await admin.users.upsert.mutate({ email: leaving.email, deactivate: true });
  expect(await open(url)).toMatchObject({ status: 403, json: { code: 'not_a_member' } });
});

// rules/sign-in 8
test('a link whose maker is deactivated or demoted since opens nothing, and works again once they are back', async () => {
  const workspace = await make.workspace();
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const leaving = within(await server.signIn(email), workspace);
  const other = await server.as('super_admin', workspace);
  const ana = await make.user(workspace, { role: 'content_manager' });
  const { url } = await leaving.users.handOverLink.mutate({ id: ana.id });
  const refused = { status: 400, json: { code: 'link_invalid', detail: expect.stringContaining('Ask another one') } };
  await other.users.upsert.mutate({ email, deactivate: true });
  expect(await open(url)).toMatchObject(refused);
  await other.users.upsert.mutate({ email, deactivate: false, role: 'auditor' });
  expect(await open(url)).toMatchObject(refused);
  await other.users.upsert.mutate({ email, role: 'super_admin' });
  expect(await open(url)).toMatchObject({ status: 200 });
});

// rules/sign-in 8
test.each([
  ['deactivated', { deactivate: true }],
  ['demoted', { role: 'auditor' }],
] as const)('sessions that the links of someone opened end when they are %s, and no others', async (_how, change) => {
  const workspace = await make.workspace();
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const leaving = within(await server.signIn(email), workspace);
  const other = await server.as('super_admin', workspace);
  const ana = await make.user(workspace, { role: 'content_manager' });
  const opened = async (by: typeof other) =>
    (await open((await by.users.handOverLink.mutate({ id: ana.id })).url)).cookie;
  const [theirs, ours, own] = [await opened(leaving), await opened(other), await server.signIn(ana.email)];
  const list = (cookie: string) => within(cookie, workspace).courses.list.query({});
  await other.users.upsert.mutate({ email, full_name: 'Another name' });
  await list(theirs);
  await other.users.upsert.mutate({ email, ...change });
  await expect(list(theirs)).rejects.toMatchObject({ data: { httpStatus: 401, app_code: 'not_signed_in' } });
  for (const cookie of [ours, own]) await list(cookie);
});

// rules/sign-in 8
test('a link that is opened while its maker is deactivated gives no session that lasts', async () => {
  const workspace = await make.workspace();
  const other = await server.as('super_admin', workspace);
  for (let n = 0; n < 8; n++) {
    const { email } = await make.user(workspace, { role: 'super_admin' });
    const leaving = within(await server.signIn(email), workspace);
    const ana = await make.user(workspace);
    const { url } = await leaving.users.handOverLink.mutate({ id: ana.id });
    const [opened] = await Promise.all([open(url), other.users.upsert.mutate({ email, deactivate: true })]);
    expect([200, 400]).toContain(opened.status);
    await expect(within(opened.cookie, workspace).learning.mine.query()).rejects.toMatchObject({
      data: { httpStatus: 401 },
    });
  }
});

// rules/sign-in 8
test('whoever is deactivated is out of it for good, though another workspace goes on', async () => {
  const [ours, theirs] = [await make.workspace(), await make.workspace()];
  const email = 'leaver-of-one@example.com';
  await make.user(theirs, { email });
  const { id } = await make.user(ours, { email });
  const admin = await server.as('super_admin', ours);
  const { cookie } = await open((await admin.users.handOverLink.mutate({ id })).url);
  await admin.users.upsert.mutate({ email, deactivate: true });
  await admin.users.upsert.mutate({ email, deactivate: false });
  await expect(within(cookie, ours).learning.mine.query()).rejects.toMatchObject({
    data: { httpStatus: 401, app_code: 'not_signed_in' },
  });
});

// rules/users 17
test('the audit log says who made a link for whom, that it was used, and never the link', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const ana = await make.user(workspace);
  const { url } = await admin.users.handOverLink.mutate({ id: ana.id });
  await open(url);
  const { events } = await admin.audit.list.query({});
  const [made] = events.filter(({ action }) => action === 'user.link_copied');
  expect(made).toMatchObject({ actor: { kind: 'user' }, subject: { id: ana.id }, changes: { email: ana.email } });
  const [used] = events.filter(({ action, subject }) => action === 'user.signed_in' && subject.id === ana.id);
  expect(used).toMatchObject({ changes: { link_from: made?.actor.name } });
  const token = new URL(url).searchParams.get('token') ?? '';
  expect(token).toHaveLength(32);
  const { rows } = await db.pool.query<{ text: string }>(
    `select t::text as text from audit_events t where workspace_id = $1
     union all select i::text from invitations i where workspace_id = $1
     union all select v::text from directory.auth_verifications v`,
    [workspace.id],
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { text } of rows) expect(text).not.toContain(token);
});

// rules/users 17
test('only super admins make one, and no token of any scope', async () => {
  const workspace = await make.workspace();
  const ana = await make.user(workspace);
  for (const role of ['auditor', 'content_manager', 'trainer', 'learner'] as const) {
    const caller = await server.as(role, workspace);
    await expect(caller.users.handOverLink.mutate({ id: ana.id }), role).rejects.toMatchObject({
      data: { httpStatus: 403, app_code: 'forbidden' },
    });
  }
  const { token } = await make.token(workspace, ['users:read', 'users:write']);
  const program = server.client({ authorization: `Bearer ${token}` });
  const change = { kind: 'invite' } as const;
  for (const ask of [
    () => program.users.handOverLink.mutate({ id: ana.id }),
    () => program.users.changeSeveral.mutate({ user_ids: [ana.id], change }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ data: { httpStatus: 403, app_code: 'insufficient_scope' } });
  }
});

// rules/users 17
test('a person is given at most twenty links within a day, also by requests at once', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const [ana, bo] = [await make.user(workspace), await make.user(workspace)];
  const asked = await Promise.allSettled(
    Array.from({ length: 24 }, () => admin.users.handOverLink.mutate({ id: ana.id })),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(admin.users.handOverLink.mutate({ id: ana.id })).rejects.toMatchObject({
    data: { httpStatus: 429, app_code: 'rate_limited' },
  });
  await admin.users.handOverLink.mutate({ id: bo.id });
});
