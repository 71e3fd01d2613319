import type { BulkPersonChange, PersonToImport } from '@training/shared/users/people';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

async function world() {
  const workspace = await make.workspace();
  const department = await make.department(workspace, 'Warehouse');
  const self = await make.user(workspace, { role: 'super_admin', fullName: 'Aaron' });
  const cookie = await server.signIn(self.email);
  const admin = server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug });
  const change = async (user_ids: string[], what: BulkPersonChange) =>
    (await admin.users.changeSeveral.mutate({ user_ids, change: what })).outcomes;
  const read = async (people: PersonToImport[], preview = false) =>
    (await admin.users.import.mutate({ people, preview })).outcomes;
  const recorded = async () => {
    const { events } = await admin.audit.list.query({ limit: 500 });
    return events.filter(({ action }) => /^user\.(created|updated|deactivated|reactivated)$/.test(action));
  };
  return { workspace, department, self, admin, change, read, recorded };
}

// rules/users 14
test('several people are moved, each with an event, and who is there already is unchanged', async () => {
  const { workspace, department, admin, change, recorded } = await world();
  const people = [await make.user(workspace), await make.user(workspace)];
  const there = await make.user(workspace, { departmentId: department.id });
  const ids = [...people, there].map(({ id }) => id);
  const outcomes = await change(ids, { kind: 'move', department_id: department.id });
  const count = (of: string) => outcomes.filter(({ result }) => result === of).length;
  expect([count('updated'), count('unchanged')]).toEqual([2, 1]);
  const moved = outcomes.filter(({ result }) => result === 'updated');
  expect(moved[0]?.changes).toEqual({ department_id: [null, department.id] });
  expect((await admin.users.search.query({ department_id: department.id })).total).toBe(3);
  const events = await recorded();
  expect(new Set(events.map(({ subject }) => subject.id))).toEqual(new Set(people.map(({ id }) => id)));
  expect(events).toHaveLength(people.length);
});

// rules/users 14
test('what is refused to one is told with its reason, and the others are changed', async () => {
  const { workspace, department, change, admin } = await world();
  const stranger = await make.user(await make.workspace());
  const trainer = await make.user(workspace, { role: 'trainer', departmentId: department.id, fullName: 'T' });
  const learner = await make.user(workspace, { departmentId: department.id, fullName: 'L' });
  const ids = [trainer.id, learner.id, UNKNOWN, stranger.id];
  const outcomes = await change(ids, { kind: 'move', department_id: null });
  const codes = new Map(outcomes.map(({ user_id, result, refused }) => [user_id, refused?.code ?? result]));
  expect(codes).toEqual(
    new Map([
      [trainer.id, 'department_required'],
      [learner.id, 'updated'],
      [UNKNOWN, 'user_not_found'],
      [stranger.id, 'user_not_found'],
    ]),
  );
  expect(await admin.users.get.query({ id: trainer.id })).toMatchObject({ department_id: department.id });
  const unknown = await change([learner.id], { kind: 'move', department_id: UNKNOWN });
  expect(unknown).toMatchObject([{ refused: { code: 'department_not_found' } }]);
});

// rules/users 7 and 14
test('of all super admins at once the last active one stays, and who asks is changed last', async () => {
  const { workspace, self, change, admin } = await world();
  const peers = [
    await make.user(workspace, { role: 'super_admin', fullName: 'Bo' }),
    await make.user(workspace, { role: 'super_admin', fullName: 'Cy' }),
  ];
  const learner = await make.user(workspace, { fullName: 'Zed' });
  const all = [self, ...peers, learner].map(({ id }) => id);
  const outcomes = await change(all, { kind: 'deactivate' });
  expect(outcomes.map(({ full_name, result, refused }) => [full_name, refused?.code ?? result])).toEqual([
    ['Bo', 'deactivated'],
    ['Cy', 'deactivated'],
    ['Zed', 'deactivated'],
    ['Aaron', 'last_super_admin'],
  ]);
  expect((await admin.users.search.query({ role: 'super_admin', status: 'active' })).total).toBe(1);
  const back = await change(all, { kind: 'reactivate' });
  expect(back.map(({ result }) => result)).toEqual(['reactivated', 'reactivated', 'reactivated', 'unchanged']);
});

test('who changes their own role with others is done with them first', async () => {
  const { workspace, self, change } = await world();
  await make.user(workspace, { role: 'super_admin' });
  const learner = await make.user(workspace, { fullName: 'Zed' });
  const outcomes = await change([self.id, learner.id], { kind: 'role', role: 'auditor' });
  expect(outcomes.map(({ full_name, result }) => [full_name, result])).toEqual([
    ['Zed', 'updated'],
    ['Aaron', 'updated'],
  ]);
});

// rules/users 14
test('two hundred people are the most of one call', async () => {
  const { admin } = await world();
  const asked = (n: number) =>
    admin.users.changeSeveral.mutate({
      user_ids: Array.from({ length: n }, () => UNKNOWN),
      change: { kind: 'invite' },
    });
  await expect(asked(201)).rejects.toMatchObject({ data: { httpStatus: 400 } });
  expect((await asked(200)).outcomes).toHaveLength(1);
  await expect(asked(0)).rejects.toMatchObject({ data: { httpStatus: 400 } });
});

// rules/users 15
test('a file creates and changes people, says what, and read once more changes nothing', async () => {
  const { workspace, department, read, recorded } = await world();
  const known = await make.user(workspace, { fullName: 'Before', email: 'known@example.com' });
  const rows: PersonToImport[] = [
    { email: 'New@example.com', full_name: 'New Person', role: 'trainer', department_id: department.id },
    { email: known.email, full_name: 'After', role: 'auditor' },
    { email: 'nameless@example.com' },
    { email: 'lost@example.com', full_name: 'Lost', role: 'trainer' },
  ];
  const rehearsed = await read(rows, true);
  expect(await recorded()).toEqual([]);
  const outcomes = await read(rows);
  const [created, ...others] = outcomes;
  expect(created?.user_id).toEqual(expect.any(String));
  expect([{ ...created, user_id: null }, ...others]).toEqual(rehearsed);
  expect(outcomes.map(({ email, result, refused }) => [email, refused?.code ?? result])).toEqual([
    ['new@example.com', 'created'],
    ['known@example.com', 'updated'],
    ['nameless@example.com', 'invalid_request'],
    ['lost@example.com', 'department_required'],
  ]);
  expect(outcomes[1]?.changes).toEqual({ full_name: ['Before', 'After'], role: ['learner', 'auditor'] });
  expect((await recorded()).map(({ action }) => action)).toEqual(['user.updated', 'user.created']);
  const again = await read(rows);
  expect(again.map(({ result }) => result)).toEqual(['unchanged', 'unchanged', null, null]);
  expect(await recorded()).toHaveLength(2);
});

test('a row whose e-mail stands in an earlier one is refused, whatever its case', async () => {
  const { read } = await world();
  const outcomes = await read([
    { email: 'twice@example.com', full_name: 'First' },
    { email: 'TWICE@example.com', full_name: 'Second' },
  ]);
  expect(outcomes).toMatchObject([
    { result: 'created', full_name: 'First' },
    { result: null, refused: { code: 'invalid_request' } },
  ]);
});

test('a file does not bring leavers back unless it says so', async () => {
  const { workspace, read } = await world();
  const { email } = await make.user(workspace, { isActive: false });
  expect(await read([{ email, full_name: 'Renamed' }])).toMatchObject([{ result: 'updated' }]);
  expect(await read([{ email, deactivate: false }])).toMatchObject([{ result: 'reactivated' }]);
  expect(await read([{ email, deactivate: true }])).toMatchObject([{ result: 'deactivated' }]);
});

test('of two who read the same file at once, each person is created once', async () => {
  const { read, admin } = await world();
  const rows = Array.from({ length: 20 }, (_, n) => ({ email: `row-${n}@example.com`, full_name: `Row ${n}` }));
  const [one, other] = await Promise.all([read(rows), read(rows)]);
  const results = [...one!, ...other!].map(({ result }) => result);
  expect(results.filter((result) => result === 'created')).toHaveLength(20);
  expect(results.filter((result) => result === 'unchanged')).toHaveLength(20);
  expect((await admin.users.search.query({ search: 'row-' })).total).toBe(20);
});

test('an auditor changes nobody', async () => {
  const { workspace } = await world();
  const auditor = await server.as('auditor', workspace);
  const { id } = await make.user(workspace);
  for (const ask of [
    () => auditor.users.changeSeveral.mutate({ user_ids: [id], change: { kind: 'deactivate' } }),
    () => auditor.users.import.mutate({ people: [{ email: 'x@example.com', full_name: 'X' }] }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ data: { httpStatus: 403, app_code: 'forbidden' } });
  }
});
