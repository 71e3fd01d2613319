import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { hashPin } from './pin-hash.ts';
import { PIN, pinsOn } from './pins-fixture.ts';

const server = await startTestServer();
const { make, db } = server;
const { enter, choose, clientOf, world, openDevice, enterDevice } = pinsOn(server);
const OTHER_PIN = '730264';

beforeEach(() => db.pool.query('delete from directory.sign_in_pauses'));

const sessionsOf = async (id: string) =>
  (await db.pool.query('select 1 from directory.auth_sessions where person_id = $1', [id])).rowCount;

// rules/sign-in 17
test('a trainer gives no code to a learner who manages others, whose team they would see', async () => {
  const { workspace, admin, department, person } = await world();
  const [lead, led] = [await person(), await person()];
  await db.pool.query('update users set manager_id = $2 where id = $1', [led.id, lead.id]);
  const trainer = await server.as('trainer', workspace, department.id);
  const { codes, refused } = await trainer.pins.createCodes.mutate({ user_ids: [lead.id, led.id] });
  expect(codes).toMatchObject([{ user_id: led.id }]);
  expect(refused).toMatchObject([{ user_id: lead.id, reason: 'manager' }]);
  expect(await trainer.pins.state.query({ user_id: lead.id })).toMatchObject({ is_offered: false });
  expect((await admin.pins.createCodes.mutate({ user_ids: [lead.id] })).codes).toHaveLength(1);
});

// rules/sign-in 17
test.each([
  ['gets another role', { role: 'trainer' as const }],
  ['is deactivated', { deactivate: true }],
])('a code ends when its person %s', async (_, change) => {
  const { workspace, admin, person, codeFor } = await world();
  const ana = await person();
  const code = await codeFor(ana.id);
  await admin.users.save.mutate({ id: ana.id, ...change });
  await admin.users.save.mutate({ id: ana.id, deactivate: false });
  expect(await choose(workspace, code, PIN)).toMatchObject({ status: 400, code: 'sign_in_code_invalid' });
});

// rules/sign-in 17
test('a code ends when its person gets someone to manage, also by import', async () => {
  const { workspace, admin, person, codeFor } = await world();
  const [lead, led] = [await person(), await person()];
  const code = await codeFor(lead.id);
  await admin.users.save.mutate({ id: led.id, manager_id: lead.id });
  expect((await choose(workspace, code, PIN)).status).toBe(400);
  const again = await codeFor(lead.id);
  await make.user(workspace, { managerId: lead.id });
  expect((await choose(workspace, again, PIN)).status).toBe(400);
});

// rules/sign-in 15
test('a PIN and its sessions end with the roles that may have one, and don’t come back with them', async () => {
  const { workspace, admin, owner } = await world();
  const ana = await owner();
  await admin.users.save.mutate({ id: ana.id, role: 'auditor' });
  expect(await sessionsOf(ana.id)).toBe(0);
  expect(await admin.pins.state.query({ user_id: ana.id })).toMatchObject({ has_pin: false });
  await admin.users.save.mutate({ id: ana.id, role: 'learner' });
  expect((await enter(workspace, ana.number, PIN)).status).toBe(400);
  await expect(ana.client.learning.mine.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
});

// rules/sign-in 15, 19
test('without a number, a person signs in with their PIN nowhere, also not on a shared device', async () => {
  const { workspace, admin, owner, device, codeFor } = await world();
  const ana = await owner();
  const { cookie } = await device();
  const code = await codeFor(ana.id);
  expect((await openDevice(cookie)).people).toMatchObject([{ id: ana.id }]);
  await admin.users.save.mutate({ id: ana.id, email: 'ana@number.example.com', external_id: null });
  expect((await openDevice(cookie)).people).toEqual([]);
  expect(await enterDevice(cookie, { user_id: ana.id })).toMatchObject({ status: 400, code: 'pin_refused' });
  expect((await enter(workspace, ana.number, PIN)).status).toBe(400);
  expect((await choose(workspace, code, OTHER_PIN)).status).toBe(400);
  await admin.users.save.mutate({ id: ana.id, external_id: ana.number });
  expect((await enterDevice(cookie, { user_id: ana.id })).status).toBe(200);
});

// rules/sign-in 15
test('a session opens nothing once its PIN is another, also if nobody deleted it', async () => {
  const { owner } = await world();
  const ana = await owner();
  await ana.client.learning.mine.query();
  await db.pool.query('update user_pins set version = version + 1 where id = $1', [ana.id]);
  await expect(ana.client.learning.mine.query()).rejects.toMatchObject({ data: { app_code: 'not_a_member' } });
  expect(await ana.client.session.current.query()).toMatchObject({ memberships: [] });
});

// rules/sign-in 15
test('sessions of before PINs had versions go on', async () => {
  const { owner } = await world();
  const ana = await owner();
  await db.pool.query('update directory.auth_sessions set pin_version = null where person_id = $1', [ana.id]);
  expect(await ana.client.learning.mine.query()).toBeTruthy();
});

// rules/sign-in 5, rules/sign-in 15
test('a deactivation waits for a PIN that is being chosen, and leaves no session of it', async () => {
  const { workspace, admin, person, codeFor } = await world();
  const ana = await person();
  const code = await codeFor(ana.id);
  const [chosen] = await Promise.all([
    choose(workspace, code, PIN),
    admin.users.save.mutate({ id: ana.id, deactivate: true }),
  ]);
  await expect.poll(() => sessionsOf(ana.id)).toBe(0);
  if (chosen.status === 200) {
    await expect(clientOf(chosen.cookie, workspace).learning.mine.query()).rejects.toMatchObject({
      data: { httpStatus: 401 },
    });
  }
  const { events } = await admin.audit.list.query({});
  const actions = events.filter(({ subject }) => subject.id === ana.id).map(({ action }) => action);
  // The newest is first: nobody who is inactive chose a PIN.
  expect(actions[0]).toBe('user.deactivated');
});

// rules/sign-in 16
test('unlocking a person also ends the pause of the device on which they tried', async () => {
  const { workspace, admin, owner } = await world();
  const [ana, ben] = [await owner(), await owner()];
  const device = ben.cookie.split('; ').find((each) => each.includes('device')) ?? '';
  for (let n = 0; n < 5; n++) await enter(workspace, ana.number, OTHER_PIN, device);
  expect((await enter(workspace, ana.number, PIN, device)).status).toBe(429);
  expect((await enter(workspace, ben.number, PIN, device)).status).toBe(429);
  await admin.pins.unlock.mutate({ user_id: ana.id });
  expect((await enter(workspace, ana.number, PIN, device)).status).toBe(200);
});

// rules/sign-in 16
test('a PIN that a busy server could not check counts as no wrong one', { tags: ['deep'] }, async () => {
  const { workspace, owner } = await world();
  const ana = await owner();
  let isBusy = false;
  const others = Array.from({ length: 60 }, async () => {
    while (!isBusy) await hashPin(workspace.slug, PIN).catch(() => setTimeout(1));
  });
  // Now and then one gets a place.
  while (!isBusy) isBusy = (await enter(workspace, ana.number, PIN)).code === 'busy';
  await Promise.all(others);
  const { rows } = await db.pool.query('select * from directory.sign_in_pauses');
  expect(rows).toEqual([]);
  expect((await enter(workspace, ana.number, PIN)).status).toBe(200);
});
