import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer, type Client } from '../../../test/server.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { ENTERPRISE_USER, newUser, provider } from './scim-fixture.ts';

const server = await startTestServer();
const { make } = server;

const off = { op: 'replace', path: 'active', value: false };

const countOf = async ({ id }: TestWorkspace, isActive: boolean) => {
  const { rows } = await server.db.pool.query('select 1 from users where workspace_id = $1 and is_active = $2', [
    id,
    isActive,
  ]);
  return rows.length;
};

/** Applies everything that waits, as the page does. */
async function applyAll(admin: Client, id: string) {
  const sum = { applied: 0, refused: 0 };
  for (let after: string | undefined; ;) {
    const { applied, refused, next } = await admin.scim.applySome.mutate({ id, after });
    sum.applied += applied;
    sum.refused += refused;
    if (next === null) return sum;
    after = next;
  }
}

// rules/scim 11 and 12
test('a new connection rehearses: it is answered as if done, changes nobody, and is applied when it is switched on', async () => {
  const { workspace, connectionId: id, add, patch, call, user } = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', workspace);
  const known = await make.user(workspace, { fullName: 'Known' });
  const leaver = await make.user(workspace, { fullName: 'Leaver' });
  const added = await add({ externalId: 'e-1' });
  const gone = await add();
  const report = await add({ [ENTERPRISE_USER]: { manager: { value: added.id } } });
  expect(await patch(known.id, { op: 'replace', path: 'displayName', value: 'Renamed' })).toMatchObject({
    json: { displayName: 'Renamed' },
  });
  await patch(leaver.id, { op: 'add', path: 'externalId', value: 'e-2' });
  expect(await patch(leaver.id, off)).toMatchObject({ status: 200, json: { active: false } });
  expect((await call('DELETE', `/Users/${gone.id}`)).status).toBe(204);
  expect((await call('GET', `/Users/${gone.id}`)).status).toBe(404);
  expect((await call('GET', `/Users/${leaver.id}`)).json).toMatchObject({ active: false });
  expect((await call('GET', `/Users?filter=externalId eq "e-1"`)).json.Resources).toMatchObject([{ id: added.id }]);
  expect((await call('POST', '/Users', newUser({ userName: added.userName }))).status).toBe(409);
  expect(await user(added.id)).toBeUndefined();
  expect(await user(known.id)).toMatchObject({ full_name: 'Known' });
  expect(await user(leaver.id)).toMatchObject({ is_active: true });

  const { people } = await admin.scim.plan.query({ id });
  const planned = new Map(people.map((each) => [each.user_id, each.result]));
  expect([added.id, known.id, leaver.id].map((each) => planned.get(each))).toEqual([
    'created',
    'updated',
    'deactivated',
  ]);

  await admin.scim.switchOn.mutate({ id });
  expect(await applyAll(admin, id)).toMatchObject({ refused: 0 });
  expect(await user(added.id)).toMatchObject({ email: added.userName, external_id: 'e-1', is_active: true });
  expect(await user(known.id)).toMatchObject({ full_name: 'Renamed' });
  expect(await user(leaver.id)).toMatchObject({ is_active: false });
  expect(await user(gone.id)).toBeUndefined();
  expect((await admin.users.get.query({ id: report.id })).manager).toBe('Ana Souza');
  expect((await admin.scim.list.query()).connections).toMatchObject([{ id, state: 'on', pending: 0, has_token: true }]);
  await patch(added.id, { op: 'replace', path: 'displayName', value: 'At once' });
  expect(await user(added.id)).toMatchObject({ full_name: 'At once' });
});

// rules/scim 12
test('what the console changes in a rehearsal stays when it is switched on, unless the provider changed it, too', async () => {
  const { workspace, connectionId: id, call, user } = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', workspace);
  const [here, there] = [await make.department(workspace), await make.department(workspace)];
  const ids: Record<'moved' | 'both' | 'ended' | 'back', string> = { moved: '', both: '', ended: '', back: '' };
  for (const name of ['moved', 'both', 'ended', 'back'] as const) {
    const made = await make.user(workspace, { fullName: name, departmentId: here.id });
    ids[name] = made.id;
    if (name === 'back') await admin.users.save.mutate({ id: made.id, deactivate: true });
    const sent = {
      userName: made.email,
      displayName: name,
      active: true,
      [ENTERPRISE_USER]: { department: here.name },
    };
    // Twice: it is what the provider read first that counts.
    for (const more of [{}, { displayName: `${name} sent` }]) {
      expect((await call('PUT', `/Users/${made.id}`, newUser({ ...sent, emails: [], ...more }))).status).toBe(200);
    }
  }
  await admin.users.save.mutate({ id: ids.moved, department_id: there.id });
  await admin.users.save.mutate({ id: ids.both, full_name: 'From the console' });
  await admin.users.save.mutate({ id: ids.ended, deactivate: true });
  const { people } = await admin.scim.plan.query({ id });
  expect(people.map(({ department }) => department)).toEqual([null, null, null, null]);

  await admin.scim.switchOn.mutate({ id });
  expect(await applyAll(admin, id)).toEqual({ applied: 4, refused: 0 });
  expect(await user(ids.moved)).toMatchObject({ full_name: 'moved sent', department_id: there.id });
  expect(await user(ids.both)).toMatchObject({ full_name: 'both sent', department_id: here.id });
  expect(await user(ids.ended)).toMatchObject({ full_name: 'ended sent', is_active: false });
  expect(await user(ids.back)).toMatchObject({ full_name: 'back sent', is_active: true });
});

// rules/scim 11
test('the plan says whom a sync can’t change, and why; they stay as they are', async () => {
  const { workspace, connectionId: id, add, patch, user } = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', workspace);
  const other = await make.user(workspace, { role: 'super_admin' });
  const nameless = await add({ userName: 'badge', emails: [] });
  await patch(other.id, { op: 'replace', path: 'displayName', value: 'Taken over' });
  const { people } = await admin.scim.plan.query({ id });
  const refused = new Map(people.map((each) => [each.user_id, each.refused?.code]));
  expect([refused.get(nameless.id), refused.get(other.id)]).toEqual(['email_required', 'role_not_assignable']);
  await admin.scim.switchOn.mutate({ id });
  expect(await applyAll(admin, id)).toEqual({ applied: 0, refused: 2 });
  expect(await user(nameless.id)).toBeUndefined();
  expect((await admin.scim.list.query()).connections).toMatchObject([{ pending: 2 }]);
});

/** A connection with so many people of its own. */
async function crew(count: number) {
  const connected = await provider(server);
  const people: { id: string }[] = [];
  for (let n = 0; n < count; n++) people.push(await connected.add());
  return { ...connected, people };
}

// rules/scim 13 and 14
test('a sync that would end more than 5 % within an hour stops, tells super admins, and goes on when one agrees', async () => {
  const { workspace, connectionId: id, patch, call, add, people } = await crew(39);
  // 40 active people with the super admin: 5 % are two.
  const admin = await server.as('super_admin', workspace);
  const end = (n: number) => patch(people[n]!.id, off);
  expect([(await end(0)).status, (await end(1)).status]).toEqual([200, 200]);
  const stopped = await end(2);
  expect(stopped).toMatchObject({
    status: 503,
    json: { status: '503', detail: expect.stringContaining('super admin') },
  });
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([(await end(3)).status, (await call('POST', '/Users', newUser())).status]).toEqual([503, 503]);
  expect((await call('GET', '/Users')).status).toBe(200);
  expect(await countOf(workspace, false)).toBe(2);
  expect((await admin.scim.list.query()).connections).toMatchObject([{ state: 'stopped', stopped_because: 'share' }]);
  const { items } = await admin.notifications.inbox.query({});
  expect(items).toMatchObject([{ kind: 'scim.stopped' }]);
  await admin.scim.switchOn.mutate({ id });
  for (const n of [2, 3, 4, 5]) expect((await end(n)).status).toBe(200);
  await add();
  expect(await countOf(workspace, false)).toBe(6);
  const { events } = await admin.audit.list.query({ action: 'scim.resumed' });
  expect(events).toHaveLength(1);
});

// rules/scim 13
test('requests at once never pass the brake together', { tags: ['deep'] }, async () => {
  const { workspace, patch, call, people } = await crew(40);
  const answers = await Promise.all(
    people.map(({ id }, n) => (n % 2 ? patch(id, off) : call('DELETE', `/Users/${id}`))),
  );
  const done = answers.filter(({ status }) => status < 300);
  expect([done.length, await countOf(workspace, false)]).toEqual([2, 2]);
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(38);
  const { rows } = await server.db.pool.query(
    `select 1 from audit_events where workspace_id = $1 and action = 'scim.stopped'`,
    [workspace.id],
  );
  expect(rows).toHaveLength(1);
});

// rules/scim 13
test('a workspace sets which share of its people may be ended', async () => {
  const { workspace, patch, people } = await crew(20);
  const admin = await server.as('super_admin', workspace);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'UTC', scim_brake_percent: 20 });
  const answers = await Promise.all(people.map(({ id }) => patch(id, off)));
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(4);
});

// rules/scim 13
test('who was brought back, or was ended more than an hour ago, doesn’t count', { tags: ['deep'] }, async () => {
  const { workspace, patch, people } = await crew(20);
  const end = (n: number) => patch(people[n]!.id, off);
  expect((await end(0)).status).toBe(200);
  await patch(people[0]!.id, { ...off, value: true });
  expect((await end(1)).status).toBe(200);
  await server.db.pool.query(
    `update scim_people set ended_at = ended_at - interval '61 minutes' where workspace_id = $1`,
    [workspace.id],
  );
  expect((await end(2)).status).toBe(200);
  expect((await end(3)).status).toBe(503);
});

// rules/scim 13 and 14
test('a sync that would end the last super admin stops; agreeing doesn’t end them', async () => {
  const workspace = await make.workspace({ apiMayAssignSuperAdmin: true });
  const { id, email } = await make.user(workspace, { role: 'super_admin' });
  const { patch, connectionId, user } = await provider(server, workspace);
  for (let n = 0; n < 30; n++) await make.user(workspace);
  await patch(id, { op: 'add', path: 'externalId', value: 'boss' });
  expect((await patch(id, off)).status).toBe(503);
  const admin = server.client({ cookie: await server.signIn(email), 'x-workspace': workspace.slug });
  expect((await admin.scim.list.query()).connections).toMatchObject([{ stopped_because: 'last_super_admin' }]);
  await admin.scim.switchOn.mutate({ id: connectionId });
  expect((await patch(id, off)).status).toBe(409);
  expect(await user(id)).toMatchObject({ is_active: true });
});

// rules/scim 12
test('managers are applied before their reports, whoever was added first; a report waits for a manager who is refused', async () => {
  const { workspace, connectionId: id, add, patch } = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', workspace);
  const [report, middle, top] = [await add(), await add({ displayName: 'Mia' }), await add({ displayName: 'Tom' })];
  const [waiting, nameless] = [await add(), await add({ userName: 'badge', emails: [] })];
  const path = `${ENTERPRISE_USER}:manager`;
  for (const [each, manager] of [
    [report, middle],
    [middle, top],
    [waiting, nameless],
  ] as const)
    expect((await patch(each.id, { op: 'add', path, value: manager.id })).status).toBe(200);
  await admin.scim.switchOn.mutate({ id });
  await applyAll(admin, id);
  const managerOf = async (of: { id: string }) => (await admin.users.get.query({ id: of.id })).manager;
  expect([await managerOf(report), await managerOf(middle), await managerOf(waiting)]).toEqual(['Mia', 'Tom', null]);
  expect((await admin.scim.list.query()).connections).toMatchObject([{ pending: 2 }]);
  await patch(nameless.id, { op: 'add', path: 'emails', value: [{ value: 'nina@example.com' }] });
  await applyAll(admin, id);
  expect(await managerOf(waiting)).toBe('Ana Souza');
  expect((await admin.scim.list.query()).connections).toMatchObject([{ pending: 0 }]);
});

// rules/scim 11
test('the plan leaves out whom the provider added and deleted in the rehearsal', async () => {
  const { workspace, connectionId: id, add, call } = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', workspace);
  const [kept, deleted] = [await add(), await add()];
  await call('DELETE', `/Users/${deleted.id}`);
  expect((await admin.scim.plan.query({ id })).people.map((each) => each.user_id)).toEqual([kept.id]);
});

// rules/scim 13
test('people who were added inactive don’t count as ended', { tags: ['deep'] }, async () => {
  const { add, patch, people } = await crew(20);
  for (let n = 0; n < 5; n++) await add({ active: false });
  expect((await patch(people[0]!.id, off)).status).toBe(200);
  expect((await patch(people[1]!.id, off)).status).toBe(503);
});

// rules/scim 13, rules/users 7
test(
  'a provider and the console may end super admins at once without holding each other up',
  { tags: ['deep'] },
  async () => {
    const workspace = await make.workspace({ apiMayAssignSuperAdmin: true });
    const admin = await server.as('super_admin', workspace);
    const { patch } = await provider(server, workspace);
    await server.db.pool.query('update workspaces set scim_brake_percent = 100 where id = $1', [workspace.id]);
    const admins = await Promise.all(Array.from({ length: 12 }, () => make.user(workspace, { role: 'super_admin' })));
    for (const { id } of admins) await patch(id, { op: 'add', path: 'externalId', value: id });
    const answers = await Promise.all(
      admins.map(async ({ id, email }, n) =>
        n % 2
          ? (await patch(id, off)).status
          : admin.users.upsert.mutate({ email, deactivate: true }).then(
              () => 200,
              (error: unknown) => String(error),
            ),
      ),
    );
    expect(answers).toEqual(answers.map(() => 200));
  },
);

// rules/scim 12
test('switching on waits for a write that runs', async () => {
  const { workspace, connectionId: id } = await provider(server, undefined, 'rehearsal');
  const admin = await server.as('super_admin', workspace);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from scim_connections where workspace_id = $1 for no key update', [workspace.id]);
  const switched = admin.scim.switchOn.mutate({ id });
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await server.db.pool.query(waits)).rows.length).toBe(1);
  await beside.query('rollback');
  await switched;
  expect((await admin.scim.list.query()).connections).toMatchObject([{ state: 'on' }]);
});
