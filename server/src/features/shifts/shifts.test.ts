import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { pinsOn } from '../../auth/pins/pins-fixture.ts';
import { deleteExpiredData } from '../../app/delete-expired-data.ts';

const server = await startTestServer();
const { make, db } = server;
const { post, clientOf, enterDevice, openDevice, world } = pinsOn(server);

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const HOUR = 60;
const WEEK = { from: inMinutes(-24 * HOUR), to: inMinutes(6 * 24 * HOUR) };
const NOW = { starts_at: inMinutes(-HOUR), ends_at: inMinutes(7 * HOUR) };

/** People with a PIN, a device that lists who is on shift, and a token that sends shifts. */
async function shiftWorld() {
  const made = await world();
  const { call } = await server.api(['shifts:write'], made.workspace);
  const send = (shifts: unknown[], span = WEEK) => call('POST', '/api/v1/shifts', { ...span, shifts });
  const actions = async () =>
    (await made.admin.audit.list.query({})).events
      .map(({ action }) => action)
      .filter((action) => action.includes('shift'));
  return { ...made, send, actions };
}

// rules/shifts 3
test('a device lists who is on shift, from 30 minutes before until its end; others sign in by number', async () => {
  const { workspace, admin, owner, device } = await shiftWorld();
  const [ana, ben, cem, dora] = [await owner(), await owner(), await owner(), await owner()];
  const add = (id: string, starts: number, ends: number) =>
    admin.shifts.add.mutate({ user_ids: [id], starts_at: inMinutes(starts), ends_at: inMinutes(ends) });
  await add(ana.id, -HOUR, HOUR);
  await add(ben.id, 25, HOUR);
  await add(cem.id, 35, HOUR);
  const { cookie } = await device({ lists: 'on_shift' });
  const answer = await openDevice(cookie);
  expect(answer).toMatchObject({ is_on_shift: true });
  expect(answer.people?.map(({ id }) => id)).toEqual([ana.id, ben.id]);
  expect((await openDevice((await device()).cookie)).people).toHaveLength(4);
  const opened = await enterDevice(cookie, { external_id: dora.number });
  expect(opened.status).toBe(200);

  const { shifts } = await admin.shifts.list.query({});
  expect(shifts.map(({ user_id, has_begun, is_on }) => [user_id, has_begun, is_on])).toEqual([
    [ana.id, true, true],
    [ben.id, false, true],
    [cem.id, false, false],
  ]);
  for (const shift of shifts) await admin.shifts.end.mutate({ user_id: shift.user_id, starts_at: shift.starts_at });
  // As the page does that shows it.
  const again = await post('/api/auth/shared-device/people', {}, cookie);
  expect([again.people, again.headers.getSetCookie()]).toEqual([[], []]);
  await clientOf(opened.cookie, workspace).learning.mine.query();
  const { rows } = await db.pool.query('select user_id from shifts where workspace_id = $1', [ana.workspaceId]);
  expect(rows, 'one that has begun stays until it is cleared').toEqual([{ user_id: ana.id }]);
});

// rules/sign-in 18
test('of more than 300 people, a device lists those on shift', async () => {
  const { admin, owner, device } = await shiftWorld();
  const ana = await owner();
  const { cookie } = await device();
  await db.pool.query(
    `with added as (
       insert into users (workspace_id, id, external_id, full_name, role, department_id, is_active, created_at, updated_at)
       select workspace_id, gen_random_uuid(), 'many-' || n, 'Many ' || n, role, department_id, true, now(), now()
       from users, generate_series(1, 300) n where id = $1 returning workspace_id, id
     ) insert into user_pins (workspace_id, id, version, key_id, sealed, chosen_at)
       select a.workspace_id, a.id, p.version, p.key_id, p.sealed, now() from added a, user_pins p where p.id = $1`,
    [ana.id],
  );
  expect(await openDevice(cookie)).toMatchObject({ people: [], is_on_shift: true });
  await admin.shifts.add.mutate({ user_ids: [ana.id], ...NOW });
  expect((await openDevice(cookie)).people).toMatchObject([{ id: ana.id }]);
  await db.pool.query(
    `insert into shifts (workspace_id, user_id, starts_at, ends_at)
     select u.workspace_id, u.id, s.starts_at, s.ends_at from users u, shifts s
     where s.user_id = $1 and u.workspace_id = s.workspace_id and u.external_id like 'many-%'`,
    [ana.id],
  );
  expect(await openDevice(cookie), 'not that no one is on shift').toMatchObject({ people: [], is_on_shift: false });
});

// rules/shifts 2
test('one call replaces the shifts that begin in a time, each row with its own result', async () => {
  const { workspace, person, send, admin, actions } = await shiftWorld();
  const ana = await person();
  const ben = await make.user(workspace);
  const anas = { external_id: ana.externalId, ...NOW };
  const bens = { email: ben.email, ...NOW };
  const first = await send([anas, bens]);
  expect(first).toMatchObject({ status: 200, json: { counts: { added: 2, removed: 0, refused: 0 } } });
  const outside = { ...bens, starts_at: WEEK.to, ends_at: inMinutes(6 * 24 * HOUR + 5) };
  await admin.shifts.add.mutate({ user_ids: [ben.id], starts_at: outside.starts_at, ends_at: outside.ends_at });

  const longer = { ...anas, ends_at: inMinutes(8 * HOUR) };
  const { json } = await send([
    longer,
    longer,
    { ...anas, external_id: 'nobody-here' },
    { ...anas, email: ben.email },
    outside,
    { ...bens, ends_at: bens.starts_at },
    NOW,
  ]);
  expect(json.counts).toEqual({ added: 0, updated: 1, unchanged: 0, removed: 1, refused: 6 });
  const told = json.results.map(({ problem }: { problem?: { code: string; detail: string } }) => problem?.detail);
  expect(told).toEqual([
    undefined,
    'starts_at: An earlier row has a shift of the same person and time.',
    'There is no user with the external_id nobody-here in this workspace.',
    expect.stringContaining('are different people'),
    'starts_at: Must be from “from” on, and before “to”.',
    'ends_at: Must be a minute to 24 hours after starts_at',
    expect.stringContaining('email'),
  ]);
  const { shifts } = await admin.shifts.list.query({});
  expect(shifts).toMatchObject([{ user_id: ana.id, ends_at: longer.ends_at }, { user_id: ben.id }]);

  expect((await send([longer])).json.counts).toMatchObject({ unchanged: 1, removed: 0 });
  expect((await send([{ ...anas, external_id: 'nobody-here' }])).json.counts).toMatchObject({ removed: 0, refused: 1 });
  const replaced = 'workspace.shifts_replaced';
  expect(await actions()).toEqual([replaced, 'user.shift_added', replaced]);
  expect((await send([])).json.counts).toMatchObject({ removed: 1 });
  expect((await admin.shifts.list.query({})).total).toBe(1);
});

// rules/shifts 2
test('calls at once for the same time leave the shifts of one of them', async () => {
  const { person, send, admin } = await shiftWorld();
  const people = [await person(), await person(), await person()];
  const ends = [0, 1, 2, 3, 4, 5].map((call) => inMinutes(7 * HOUR + call));
  const answers = await Promise.all(
    ends.map((ends_at) => send(people.map(({ externalId }) => ({ external_id: externalId, ...NOW, ends_at })))),
  );
  expect(answers.map(({ status }) => status)).toEqual(ends.map(() => 200));
  const { shifts } = await admin.shifts.list.query({});
  expect(shifts).toHaveLength(3);
  expect(new Set(shifts.map(({ ends_at }) => ends_at)).size).toBe(1);
});

// rules/shifts 2
test.each([
  ['to: Must be later than from', { to: WEEK.from }],
  ['to: Must be at most 31 days after from', { to: inMinutes(40 * 24 * HOUR) }],
])('the time that is replaced is bounded: %s', async (detail, wrong) => {
  const { send } = await shiftWorld();
  expect(await send([], { ...WEEK, ...wrong })).toMatchObject({ status: 400, json: { detail } });
});

// rules/shifts 2
test('the day on which clocks are set back is an hour longer', async () => {
  const { person, send } = await shiftWorld();
  const { externalId: external_id } = await person();
  const shift = { external_id, starts_at: '2026-10-24T07:00:00+02:00', ends_at: '2026-10-25T07:00:00+01:00' };
  const october = { from: '2026-10-01T00:00:00+02:00', to: '2026-11-01T00:00:00+01:00' };
  expect(await send([shift], october)).toMatchObject({ status: 200, json: { counts: { added: 1 } } });
});

// rules/shifts 2
test('5,000 shifts fit into a request, also of people with long addresses', async () => {
  const { send } = await shiftWorld();
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
  const shifts = Array.from({ length: 5_000 }, () => ({ email, external_id: '9'.repeat(100), ...NOW }));
  expect(await send(shifts)).toMatchObject({ status: 200, json: { counts: { refused: 5_000 } } });
});

// rules/shifts 4
test('managers see, add and end shifts of their team only', async () => {
  const { workspace, admin, person, actions } = await shiftWorld();
  const [ana, ben] = [await person(), await person()];
  const lead = await make.user(workspace);
  await admin.users.save.mutate({ id: ana.id, manager_id: lead.id });
  const client = clientOf(await server.signIn(lead.email), workspace);
  await admin.shifts.add.mutate({ user_ids: [ben.id], ...NOW });
  await expect(client.shifts.add.mutate({ user_ids: [ana.id, ben.id], ...NOW })).rejects.toMatchObject({
    data: { app_code: 'user_not_found' },
  });
  await client.shifts.add.mutate({ user_ids: [ana.id], ...NOW });
  expect((await client.shifts.list.query({})).shifts).toMatchObject([{ user_id: ana.id }]);
  const found = (by: typeof admin) => by.shifts.people.query({ search: 'Number' });
  expect(await found(client)).toEqual([{ id: ana.id, full_name: ana.fullName, external_id: ana.externalId }]);
  expect(await found(admin)).toHaveLength(2);
  expect(await admin.shifts.people.query({ search: '', limit: 1 })).toHaveLength(1);
  expect((await admin.shifts.list.query({ search: ben.fullName })).shifts).toMatchObject([{ user_id: ben.id }]);
  const end = (user_id: string) => client.shifts.end.mutate({ user_id, starts_at: NOW.starts_at });
  await expect(end(ben.id)).rejects.toMatchObject({ data: { app_code: 'user_not_found' } });
  await end(ana.id);
  await expect(end(ana.id)).rejects.toMatchObject({ data: { app_code: 'shift_not_found' } });
  expect(await actions()).toEqual(['user.shift_ended', 'user.shift_added', 'user.shift_added']);
  const auditor = await server.as('auditor', workspace);
  await expect(auditor.shifts.list.query({})).rejects.toMatchObject({ data: { app_code: 'forbidden' } });
  const past = { starts_at: inMinutes(-2 * HOUR), ends_at: inMinutes(-HOUR) };
  await expect(admin.shifts.add.mutate({ user_ids: [ana.id], ...past })).rejects.toThrow('already ended');
});

/** Stores shifts that ended so long ago. */
const store = async (of: { workspaceId: string; id: string }, count: number, ago: string) => {
  await db.pool.query(
    `insert into shifts (workspace_id, user_id, starts_at, ends_at)
     select $1, $2, s, s + interval '1 ms' from (
       select date_trunc('milliseconds', now()) - $4::interval - n * interval '1 ms' as s
       from generate_series(1, $3::int) n) g`,
    [of.workspaceId, of.id, count, ago],
  );
};

// rules/shifts 1
test('a shift is deleted a week after its end', async () => {
  const { person } = await shiftWorld();
  const ana = await person();
  await store(ana, 2, '7 days');
  await store(ana, 1, '6 days');
  await deleteExpiredData(db);
  const { rows } = await db.pool.query('select from shifts where workspace_id = $1', [ana.workspaceId]);
  expect(rows).toHaveLength(1);
});

// rules/shifts 1
test('a workspace has at most 100,000 shifts', { tags: ['deep'] }, async () => {
  const { admin, person, send } = await shiftWorld();
  const ana = await person();
  await store(ana, 100_000, '6 days');
  const full = { data: { app_code: 'shift_limit_reached' } };
  await expect(admin.shifts.add.mutate({ user_ids: [ana.id], ...NOW })).rejects.toMatchObject(full);
  expect(await send([{ external_id: ana.externalId, ...NOW }])).toMatchObject({
    json: { code: 'shift_limit_reached' },
  });
});
