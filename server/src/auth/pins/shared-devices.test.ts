import { beforeEach, expect, test } from 'vitest';
import { PERSON_HEADER, WORKSPACE_HEADER } from '@training/shared/sessions';
import { newId } from '../../platform/ids.ts';
import { startTestServer } from '../../../test/server.ts';
import { PIN, pinsOn } from './pins-fixture.ts';
import { formatNameForDevice } from './current-device.ts';

const server = await startTestServer();
const { make, db } = server;
const { post, choose, clientOf, enterDevice, openDevice, world } = pinsOn(server);

beforeEach(() => db.pool.query('delete from directory.sign_in_pauses'));

const NOT_FOUND = { status: 404, code: 'device_not_found' };

// rules/sign-in 18, rules/sign-in 19
test('people of a shared device see their names on it, and sign in with their PIN', async () => {
  const { workspace, owner, person, device } = await world();
  const [ana, ben] = [await owner(), await owner()];
  await person();
  const { cookie } = await device();
  const { status, people } = await openDevice(cookie);
  expect(status).toBe(200);
  expect(people).toEqual([ana, ben].map(({ id, fullName }) => ({ id, name: fullName })));
  const opened = await enterDevice(cookie, { user_id: ana.id });
  expect(opened).toMatchObject({ status: 200, workspaces: [workspace.slug] });
  const client = clientOf(opened.cookie, workspace);
  expect(await client.session.current.query()).toMatchObject({ memberships: [{ user: { id: ana.id } }] });
  expect((await enterDevice(cookie, { user_id: ben.id }, '730264')).status).toBe(400);
});

// rules/sign-in 19
test('the cookie of its sessions ends with the browser, and the page of the device signs out', async () => {
  const { workspace, owner, device } = await world();
  const ana = await owner();
  const { cookie } = await device();
  const opened = await enterDevice(cookie, { user_id: ana.id });
  const [session] = opened.headers.getSetCookie();
  expect(session).toMatch(/session_token=.+HttpOnly/);
  expect(session).not.toContain('Max-Age');
  const client = clientOf(opened.cookie, workspace);
  await client.learning.mine.query();
  await openDevice(`${cookie}; ${opened.cookie}`);
  await expect(client.learning.mine.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
});

// rules/sign-in 19
test('a session on it ends two minutes after its last request', async () => {
  const { workspace, owner, device } = await world();
  const ana = await owner();
  const { cookie } = await device();
  const client = clientOf((await enterDevice(cookie, { user_id: ana.id })).cookie, workspace);
  const left = async () => {
    const { rows } = await db.pool.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float8 as left from directory.auth_sessions where device_id is not null and person_id = $1`,
      [ana.id],
    );
    return rows[0]?.left ?? 0;
  };
  const rewind = (seconds: number) =>
    db.pool.query(
      'update directory.auth_sessions set expires_at = expires_at - make_interval(secs => $2) where person_id = $1',
      [ana.id, seconds],
    );
  expect(await left()).toBeLessThanOrEqual(120);
  await rewind(100);
  await client.learning.mine.query();
  expect(await left()).toBeGreaterThan(60);
  await rewind(121);
  await expect(client.learning.mine.query()).rejects.toMatchObject({ data: { httpStatus: 401 } });
});

// rules/sign-in 18
test('a revoked device shows nobody, and its sessions open nothing, at once', async () => {
  const { workspace, admin, owner, device } = await world();
  const ana = await owner();
  const { id, cookie } = await device();
  const client = clientOf((await enterDevice(cookie, { user_id: ana.id })).cookie, workspace);
  expect(await admin.sharedDevices.list.query()).toMatchObject({
    is_offered: true,
    devices: [{ id, name: 'Tablet', set_up_at: expect.any(String), used_at: expect.any(String) }],
  });
  await admin.sharedDevices.revoke.mutate({ id });
  await expect(client.learning.mine.query()).rejects.toMatchObject({ data: { app_code: 'not_a_member' } });
  expect(await client.session.current.query()).toMatchObject({ memberships: [] });
  const answer = await openDevice(cookie);
  expect(answer).toMatchObject(NOT_FOUND);
  expect(answer.cookie).toContain('training.shared_device=;');
  expect(await enterDevice(cookie, { user_id: ana.id })).toMatchObject(NOT_FOUND);
  expect((await admin.sharedDevices.list.query()).devices).toEqual([]);
  const { events } = await admin.audit.list.query({});
  expect(events.filter(({ subject }) => subject.id === id).map(({ action }) => action)).toEqual([
    'device.revoked',
    'device.set_up',
    'device.enrolled',
  ]);
});

// rules/sign-in 18
test('the setting switches devices off and on again, with sign-in by PIN', async () => {
  const { workspace, admin, owner, device } = await world();
  const ana = await owner();
  const { cookie } = await device();
  const set = (changes: object) =>
    admin.workspace.update.mutate({ name: workspace.name, time_zone: 'UTC', ...changes });
  for (const off of [{ shared_devices: false }, { pin_sign_in: false, shared_devices: true }]) {
    const client = clientOf((await enterDevice(cookie, { user_id: ana.id })).cookie, workspace);
    await set(off);
    await expect(client.learning.mine.query()).rejects.toMatchObject({ data: { app_code: 'not_a_member' } });
    expect(await openDevice(cookie)).toMatchObject(NOT_FOUND);
    await expect(device()).rejects.toMatchObject({ data: { app_code: 'pin_not_available' } });
    expect(await admin.sharedDevices.list.query()).toMatchObject({ is_offered: false });
    await set({ pin_sign_in: true, shared_devices: true });
  }
  expect((await openDevice(cookie)).status).toBe(200);
});

// rules/sign-in 18
test('a device is for a department, or for the team of the manager who enrols it', async () => {
  const { workspace, admin, owner, device } = await world();
  const other = await make.department(workspace);
  const [ana, ben] = [await owner(), await owner('learner', PIN, other.id)];
  const ofDepartment = await device({ department_id: other.id });
  expect((await openDevice(ofDepartment.cookie)).people).toMatchObject([{ id: ben.id }]);
  expect((await enterDevice(ofDepartment.cookie, { external_id: ana.number })).status).toBe(400);

  const lead = await make.user(workspace);
  const client = clientOf(await server.signIn(lead.email), workspace);
  await expect(device({}, client)).rejects.toMatchObject({ data: { app_code: 'forbidden' } });
  await admin.users.save.mutate({ id: ana.id, manager_id: lead.id });
  const ofTeam = await device({ department_id: other.id, shows: 'number' }, client);
  expect(await openDevice(ofTeam.cookie)).toMatchObject({ status: 200, people: [] });
  expect((await enterDevice(ofTeam.cookie, { external_id: ana.number })).status).toBe(200);
  expect((await enterDevice(ofTeam.cookie, { external_id: ben.number })).status).toBe(400);
  expect((await client.sharedDevices.list.query()).devices).toMatchObject([{ id: ofTeam.id, manager: lead.fullName }]);
  await expect(client.sharedDevices.revoke.mutate({ id: ofDepartment.id })).rejects.toMatchObject({
    data: { app_code: 'device_not_found' },
  });
  await client.sharedDevices.revoke.mutate({ id: ofTeam.id });
  const auditor = await server.as('auditor', workspace);
  await expect(auditor.sharedDevices.list.query()).rejects.toMatchObject({ data: { app_code: 'forbidden' } });
  await admin.departments.delete.mutate({ id: (await make.department(workspace)).id });
});

// rules/sign-in 18
test('a code sets up one device, within half an hour', async () => {
  const { admin } = await world();
  const input = { name: 'Tablet', shows: 'initial', department_id: null, manager_id: null } as const;
  const { code, url } = await admin.sharedDevices.enrol.mutate(input);
  expect(url).toBe(`${server.base}/sign-in/device#${code}`);
  const setUp = (typed: string) => post('/api/auth/shared-device/set-up', { code: typed });
  const first = await setUp(code.toLowerCase());
  expect(first.status).toBe(200);
  expect(first.headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(await setUp(code)).toMatchObject({ status: 400, code: 'sign_in_code_invalid' });
  const late = await admin.sharedDevices.enrol.mutate(input);
  await db.pool.query(`update shared_devices set code_expires_at = now() where id = $1`, [late.id]);
  expect((await setUp(late.code)).status).toBe(400);
});

// rules/sign-in 18
test('tokens and codes of devices are stored as hashes', async () => {
  const { admin, device } = await world();
  const { id, cookie } = await device();
  const { code } = await admin.sharedDevices.enrol.mutate({
    name: 'B',
    shows: 'name',
    department_id: null,
    manager_id: null,
  });
  const { rows } = await db.pool.query<{ all: string }>('select json_agg(s)::text as all from shared_devices s');
  expect(rows[0]?.all).toContain(id);
  const token = decodeURIComponent(/shared_device=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
  expect(token).toMatch(/.{30}/);
  for (const secret of [token, code, code.replaceAll('-', '')]) expect(rows[0]?.all).not.toContain(secret);
});

// rules/sign-in 16
test('on a shared device, right PINs make up for wrong ones of others, and a person still pauses after five', async () => {
  const { owner, device } = await world();
  const [ana, ben] = [await owner(), await owner()];
  const { cookie } = await device();
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 5; n++) {
      expect((await enterDevice(cookie, { external_id: `nobody-${round}-${n}` })).status).toBe(400);
      expect((await enterDevice(cookie, { user_id: ben.id })).status).toBe(200);
    }
  }
  for (let n = 0; n < 5; n++) expect((await enterDevice(cookie, { user_id: ana.id }, '730264')).status).toBe(400);
  expect((await enterDevice(cookie, { user_id: ana.id })).status).toBe(429);
  expect((await enterDevice(cookie, { user_id: ben.id })).status).toBe(200);
});

// rules/sign-in 18
test.each([
  ['Ana Maria Silva', 'initial', 'Ana S.'],
  ['Ana', 'initial', 'Ana'],
  ['李 小龍', 'initial', '李 小.'],
  ['Ana Silva', 'name', 'Ana Silva'],
] as const)('%s is shown by %s as %s', (name, shows, shown) => {
  expect(formatNameForDevice(name, shows)).toBe(shown);
});

// rules/sign-in 19
test('a code used on a shared device opens a session of it, and no file leaves it', async () => {
  const { workspace, person, codeFor, device } = await world();
  const ana = await person();
  const { cookie } = await device();
  const opened = await choose(workspace, await codeFor(ana.id), PIN, cookie);
  expect(opened.headers.getSetCookie()[0]).not.toContain('Max-Age');
  const certificate = `${server.base}/api/workspaces/${workspace.slug}/certificates/${newId()}`;
  const answer = await fetch(certificate, { headers: { cookie: opened.cookie } });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('shared device');
});

// rules/sign-in 19
test('a page names its person, so that it does nothing for another who signed in since', async () => {
  const { workspace, owner, device } = await world();
  const [ana, ben] = [await owner(), await owner()];
  const opened = await enterDevice((await device()).cookie, { user_id: ben.id });
  const as = (id: string) =>
    server.client({ cookie: opened.cookie, [WORKSPACE_HEADER]: workspace.slug, [PERSON_HEADER]: id });
  await as(ben.id).learning.mine.query();
  await expect(as(ana.id).learning.mine.query()).rejects.toMatchObject({ data: { app_code: 'not_signed_in' } });
});
