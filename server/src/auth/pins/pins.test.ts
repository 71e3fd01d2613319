import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { newId } from '../../platform/ids.ts';
import { PIN, pinsOn } from './pins-fixture.ts';

const server = await startTestServer();
const { make, db } = server;
const { enter, choose, clientOf, world } = pinsOn(server);
const OTHER_PIN = '730264';

const forgetPauses = () => db.pool.query('delete from directory.sign_in_pauses');
beforeEach(forgetPauses);

/** Lets all pauses end now. */
const endPauses = () => db.pool.query(`update directory.sign_in_pauses set not_before = now() - interval '1 second'`);

// rules/sign-in 15
test('someone without an e-mail chooses a PIN with a code, studies, and signs in again with number and PIN', async () => {
  const { workspace, admin, person } = await world();
  const ana = await person();
  const { codes, refused } = await admin.pins.createCodes.mutate({ user_ids: [ana.id] });
  expect(refused).toEqual([]);
  expect(codes).toMatchObject([{ user_id: ana.id, external_id: ana.externalId, full_name: ana.fullName }]);
  const { code, url } = codes[0]!;
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(url).toBe(`${server.base}/sign-in/pin?workspace=${workspace.slug}#${code}`);
  expect(await admin.pins.state.query({ user_id: ana.id })).toMatchObject({
    is_offered: true,
    has_pin: false,
    code_expires_at: expect.any(String),
  });
  const first = await choose(workspace, code.toLowerCase().replaceAll('-', ' '), PIN);
  expect(first).toMatchObject({ status: 200, workspaces: [workspace.slug] });
  const session = await clientOf(first.cookie, workspace).session.current.query();
  expect(session).toMatchObject({ email: null, memberships: [{ user: { id: ana.id, external_id: ana.externalId } }] });
  expect(await clientOf(first.cookie, workspace).learning.mine.query()).toBeTruthy();

  const again = await enter(workspace, ana.externalId ?? '', PIN);
  expect(again).toMatchObject({ status: 200, workspaces: [workspace.slug] });
  expect(await choose(workspace, code, OTHER_PIN)).toMatchObject({ status: 400, code: 'sign_in_code_invalid' });
  expect(await admin.pins.state.query({ user_id: ana.id })).toMatchObject({ has_pin: true, code_expires_at: null });
  const { events } = await admin.audit.list.query({});
  expect(events.filter(({ subject }) => subject.id === ana.id).map(({ action, changes }) => [action, changes])).toEqual(
    [
      ['user.signed_in', { method: 'pin' }],
      ['user.signed_in', { method: 'pin' }],
      ['user.pin_chosen', null],
      ['user.sign_in_code_created', null],
    ],
  );
});

// rules/sign-in 15
test('a PIN is stored as an encrypted slow hash, and a code as a hash', async () => {
  const { owner, codeFor } = await world();
  const ana = await owner();
  const code = await codeFor(ana.id);
  const { rows } = await db.pool.query<{ all: string }>(
    `select (select json_agg(p)::text || json_agg(encode(p.sealed, 'escape'))::text from user_pins p where id = $1)
       || (select json_agg(c)::text from sign_in_codes c where user_id = $1) as all`,
    [ana.id],
  );
  expect(rows[0]?.all).not.toContain(PIN);
  expect(rows[0]?.all).not.toContain('argon2id');
  expect(rows[0]?.all).not.toContain(code.replaceAll('-', ''));
});

// rules/sign-in 16
test('after five wrong PINs, also at once, their person pauses for a growing time, until someone unlocks them', async () => {
  const { workspace, admin, owner } = await world();
  const ana = await owner();
  const wrong = (n = 1) => Promise.all(Array.from({ length: n }, () => enter(workspace, ana.number, OTHER_PIN)));
  const statuses = (await wrong(12)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  const paused = await enter(workspace, ana.number, PIN);
  expect(paused).toMatchObject({ status: 429, code: 'pin_paused', detail: expect.stringContaining('Try again in') });
  expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(50);
  const lengths: number[] = [];
  for (let round = 0; round < 8; round++) {
    await endPauses();
    expect((await wrong())[0]).toMatchObject({ status: 400, code: 'pin_refused' });
    const { headers } = await enter(workspace, ana.number, PIN);
    lengths.push(Math.round(Number(headers.get('retry-after')) / 60));
  }
  expect(lengths).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  expect(await admin.pins.state.query({ user_id: ana.id })).toMatchObject({ paused_until: expect.any(String) });
  expect(await admin.pins.unlock.mutate({ user_id: ana.id })).toMatchObject({ paused_until: null });
  await db.pool.query(`delete from directory.sign_in_pauses`);
  expect(await enter(workspace, ana.number, PIN)).toMatchObject({ status: 200 });
});

// rules/sign-in 16
test('a device pauses after five wrong PINs of whomever, and unknown devices of an address after twenty', async () => {
  const { workspace, owner } = await world();
  const [ana, ben] = [await owner(), await owner()];
  const device = ana.cookie.split('; ').find((each) => each.includes('device')) ?? '';
  for (let n = 0; n < 5; n++) expect((await enter(workspace, `nobody-${n}`, PIN, device)).status).toBe(400);
  expect(await enter(workspace, ben.number, PIN, device)).toMatchObject({ status: 429, code: 'pin_paused' });
  expect(await enter(workspace, ben.number, PIN)).toMatchObject({ status: 200 });
  await forgetPauses();
  for (let n = 0; n < 20; n++) expect((await enter(workspace, `nobody-${n}`, PIN)).status).toBe(400);
  expect(await enter(workspace, ben.number, PIN)).toMatchObject({ status: 429 });
  expect(await enter(workspace, ben.number, PIN, device)).toMatchObject({ status: 200 });
  expect((await enter(workspace, ben.number, PIN, `${device}x`)).status).toBe(429);
});

// rules/sign-in 16
test('one’s own sign-in takes back none of the wrong PINs of others on a device', async () => {
  const { workspace, owner } = await world();
  const [ana, ben] = [await owner(), await owner()];
  const device = ana.cookie.split('; ').find((each) => each.includes('device')) ?? '';
  await forgetPauses();
  for (let n = 0; n < 4; n++) expect((await enter(workspace, `nobody-${n}`, PIN, device)).status).toBe(400);
  expect((await enter(workspace, ana.number, PIN, device)).status).toBe(200);
  expect((await enter(workspace, 'nobody', PIN, device)).status).toBe(400);
  expect(await enter(workspace, ben.number, PIN, device)).toMatchObject({ status: 429, code: 'pin_paused' });
});

// rules/sign-in 16, 17
test('a new code helps on a device that pauses', async () => {
  const { workspace, owner, codeFor } = await world();
  const ana = await owner();
  const device = ana.cookie.split('; ').find((each) => each.includes('device')) ?? '';
  for (let n = 0; n < 6; n++) await enter(workspace, ana.number, OTHER_PIN, device);
  expect((await enter(workspace, ana.number, PIN, device)).status).toBe(429);
  expect((await choose(workspace, await codeFor(ana.id), OTHER_PIN, device)).status).toBe(200);
});

// rules/sign-in 16
test('a number of nobody is answered as a wrong PIN is, and pauses, too', async () => {
  const { workspace, owner } = await world();
  const ana = await owner();
  const answers = [await enter(workspace, ana.number, OTHER_PIN), await enter(workspace, 'nobody', OTHER_PIN)];
  const [known, unknown] = answers.map(({ status, code, detail }) => ({ status, code, detail }));
  expect(unknown).toEqual(known);
  for (let n = 0; n < 4; n++) await enter(workspace, 'nobody', OTHER_PIN);
  expect(await enter(workspace, 'nobody', OTHER_PIN)).toMatchObject({ status: 429 });
});

// rules/sign-in 15
test.each([
  ['five digits', '48291', 'digits'],
  ['letters', '48291x', 'digits'],
  ['one digit', '777777', 'guess'],
  ['digits in a row', '345678', 'guess'],
  ['digits in a row, down', '987654', 'guess'],
])('a PIN of %s is refused, and the code stays valid', async (_, pin, says) => {
  const { workspace, person, codeFor } = await world();
  const code = await codeFor((await person()).id);
  const answer = await choose(workspace, code, pin);
  expect(answer).toMatchObject({ status: 400, errors: [{ path: 'pin', message: expect.stringContaining(says) }] });
  expect((await choose(workspace, code, PIN)).status).toBe(200);
});

// rules/sign-in 15
test('nobody’s number is their PIN', async () => {
  const { workspace, admin } = await world();
  const ana = await make.userWithoutEmail(workspace, '00482915');
  const { codes } = await admin.pins.createCodes.mutate({ user_ids: [ana.id] });
  const answer = await choose(workspace, codes[0]!.code, '482915');
  expect(answer).toMatchObject({ status: 400, errors: [{ message: 'Choose a PIN that isn’t your number' }] });
});

// rules/sign-in 15
test('of two who use a code at once, one chooses the PIN', async () => {
  const { workspace, person, codeFor } = await world();
  const ana = await person();
  const code = await codeFor(ana.id);
  const answers = await Promise.all([choose(workspace, code, PIN), choose(workspace, code, OTHER_PIN)]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const chosen = answers[0]!.status === 200 ? PIN : OTHER_PIN;
  await forgetPauses();
  expect((await enter(workspace, ana.externalId ?? '', chosen)).status).toBe(200);
});

// rules/sign-in 15
test('another PIN ends the sessions of the one before, and so does deactivation, at once', async () => {
  const { workspace, admin, owner, codeFor } = await world();
  const ana = await owner();
  const code = await codeFor(ana.id);
  expect(await ana.client.session.current.query()).toMatchObject({ memberships: [{}] });
  const { cookie } = await choose(workspace, code, OTHER_PIN);
  await expect(ana.client.session.current.query()).rejects.toMatchObject({ data: { app_code: 'not_signed_in' } });
  expect((await enter(workspace, ana.number, PIN)).status).toBe(400);
  await admin.users.save.mutate({ id: ana.id, deactivate: true });
  await expect(clientOf(cookie, workspace).learning.mine.query()).rejects.toMatchObject({
    data: { httpStatus: 401 },
  });
  expect(await enter(workspace, ana.number, OTHER_PIN)).toMatchObject({ status: 400, code: 'pin_refused' });
});

// rules/sign-in 15
test('a PIN opens nothing while the workspace doesn’t offer it, nor in another role, nor another workspace', async () => {
  const { workspace, admin, owner } = await world();
  const ana = await owner('trainer');
  const training = () => ana.client.learning.mine.query();
  await training();
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'UTC', pin_sign_in: false });
  await expect(training()).rejects.toMatchObject({ data: { app_code: 'not_a_member' } });
  expect((await enter(workspace, ana.number, PIN)).status).toBe(400);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'UTC', pin_sign_in: true });
  await training();
  for (const role of ['content_manager', 'auditor', 'super_admin'] as const) {
    await db.pool.query('update users set role = $2 where id = $1', [ana.id, role]);
    await expect(training()).rejects.toMatchObject({ data: { app_code: 'not_a_member' } });
    expect((await enter(workspace, ana.number, PIN)).status).toBe(400);
    await forgetPauses();
  }
  const elsewhere = await make.workspace({ pinSignIn: true });
  expect((await enter(elsewhere, ana.number, PIN)).status).toBe(400);
  const there = server.client({ cookie: ana.cookie, [WORKSPACE_HEADER]: elsewhere.slug });
  await expect(there.learning.mine.query()).rejects.toMatchObject({ data: { app_code: 'not_a_member' } });
});

// rules/sign-in 15
test('someone changes their PIN with the current one, and keeps the session', async () => {
  const { workspace, owner } = await world();
  const ana = await owner();
  await forgetPauses();
  const other = await enter(workspace, ana.number, PIN);
  await expect(ana.client.pins.change.mutate({ current: OTHER_PIN, pin: '915377' })).rejects.toMatchObject({
    data: { app_code: 'pin_refused' },
  });
  await ana.client.pins.change.mutate({ current: PIN, pin: OTHER_PIN });
  await ana.client.learning.mine.query();
  await expect(clientOf(other.cookie, workspace).learning.mine.query()).rejects.toMatchObject({
    data: { httpStatus: 401 },
  });
  expect((await enter(workspace, ana.number, OTHER_PIN)).status).toBe(200);
});

// rules/sign-in 17
test('trainers create codes for their department, super admins for all, others for nobody', async () => {
  const { workspace, admin, department, person } = await world();
  const ana = await person();
  const ben = await make.userWithoutEmail(workspace, `other-${newId()}`);
  const trainer = await server.as('trainer', workspace, department.id);
  expect((await trainer.pins.createCodes.mutate({ user_ids: [ana.id] })).codes).toHaveLength(1);
  for (const asks of [
    () => trainer.pins.createCodes.mutate({ user_ids: [ben.id] }),
    () => trainer.pins.state.query({ user_id: ben.id }),
    () => trainer.pins.unlock.mutate({ user_id: ben.id }),
  ]) {
    await expect(asks()).rejects.toMatchObject({ data: { app_code: 'user_not_found' } });
  }
  for (const role of ['learner', 'content_manager', 'auditor'] as const) {
    const client = await server.as(role, workspace, department.id);
    await expect(client.pins.createCodes.mutate({ user_ids: [ana.id] })).rejects.toMatchObject({
      data: { app_code: 'forbidden' },
    });
  }
  const auditor = await make.user(workspace, { role: 'auditor', externalId: `auditor-${newId()}` });
  const mailed = await make.user(workspace);
  const gone = await make.userWithoutEmail(workspace, `gone-${newId()}`, { isActive: false });
  const { codes, refused } = await admin.pins.createCodes.mutate({
    user_ids: [ana.id, auditor.id, mailed.id, gone.id],
  });
  expect(codes).toMatchObject([{ user_id: ana.id }]);
  expect(new Map(refused.map(({ user_id, reason }) => [user_id, reason]))).toEqual(
    new Map([
      [auditor.id, 'role'],
      [mailed.id, 'number'],
      [gone.id, 'inactive'],
    ]),
  );
  const off = await make.workspace();
  const there = await server.as('super_admin', off);
  const { id } = await make.user(off, { externalId: 'x1' });
  await expect(there.pins.createCodes.mutate({ user_ids: [id] })).rejects.toMatchObject({
    data: { app_code: 'pin_not_available' },
  });
});

// rules/sign-in 17
test('only super admins create codes for trainers: nobody signs in as someone who may do more', async () => {
  const { workspace, admin, department, person } = await world();
  const colleague = await person('trainer');
  const trainer = await server.as('trainer', workspace, department.id);
  const boss = await make.user(workspace, { role: 'learner' });
  await db.pool.query('update users set manager_id = $2 where id = $1', [colleague.id, boss.id]);
  const manager = clientOf(await server.signIn(boss.email), workspace);
  expect(await manager.team.pins.query()).toEqual({ people: [] });
  for (const asks of [trainer.pins.createCodes, manager.team.createCodes]) {
    const { codes, refused } = await asks.mutate({ user_ids: [colleague.id] });
    expect(codes).toEqual([]);
    expect(refused).toMatchObject([{ user_id: colleague.id, reason: 'trainer' }]);
  }
  expect((await admin.pins.createCodes.mutate({ user_ids: [colleague.id] })).codes).toHaveLength(1);
});

// rules/sign-in 17
test('a code expires after a week, and a newer one replaces it', async () => {
  const { workspace, person, codeFor } = await world();
  const ana = await person();
  const [first, second] = [await codeFor(ana.id), await codeFor(ana.id)];
  expect((await choose(workspace, first, PIN)).status).toBe(400);
  await db.pool.query(`update sign_in_codes set expires_at = expires_at - interval '7 days' where user_id = $1`, [
    ana.id,
  ]);
  expect((await choose(workspace, second, PIN)).status).toBe(400);
});

// rules/sign-in 17
test('a manager creates codes for their team, whatever their role, and auditors who manage none', async () => {
  const { workspace, department, person } = await world();
  const boss = await make.user(workspace, { role: 'learner' });
  const led = await person();
  const other = await person();
  await db.pool.query('update users set manager_id = $2 where id = $1', [led.id, boss.id]);
  const client = clientOf(await server.signIn(boss.email), workspace);
  expect(await client.team.pins.query()).toEqual({
    people: [{ id: led.id, full_name: led.fullName, picture: null, has_pin: false, paused_until: null }],
  });
  const { codes } = await client.team.createCodes.mutate({ user_ids: [led.id] });
  expect((await choose(workspace, codes[0]!.code, PIN)).status).toBe(200);
  expect(await client.team.pins.query()).toMatchObject({ people: [{ has_pin: true }] });
  for (let wrong = 0; wrong < 5; wrong++) await enter(workspace, led.externalId ?? '', OTHER_PIN);
  expect((await enter(workspace, led.externalId ?? '', PIN)).status).toBe(429);
  expect(await client.team.pins.query()).toMatchObject({ people: [{ paused_until: expect.any(String) }] });
  expect(await client.team.unlockPin.mutate({ user_id: led.id })).toMatchObject({ paused_until: null });
  await db.pool.query(`delete from directory.sign_in_pauses`);
  expect((await enter(workspace, led.externalId ?? '', PIN)).status).toBe(200);
  await expect(client.team.unlockPin.mutate({ user_id: other.id })).rejects.toMatchObject({
    data: { app_code: 'user_not_found' },
  });
  await expect(client.team.createCodes.mutate({ user_ids: [other.id] })).rejects.toMatchObject({
    data: { app_code: 'user_not_found' },
  });
  await expect(client.pins.createCodes.mutate({ user_ids: [led.id] })).rejects.toMatchObject({
    data: { app_code: 'forbidden' },
  });
  const auditor = await make.user(workspace, { role: 'auditor', departmentId: department.id });
  await db.pool.query('update users set manager_id = $2 where id = $1', [led.id, auditor.id]);
  const theirs = clientOf(await server.signIn(auditor.email), workspace);
  expect((await theirs.team.pins.query()).people).toHaveLength(1);
  await expect(theirs.team.createCodes.mutate({ user_ids: [led.id] })).rejects.toMatchObject({
    data: { app_code: 'forbidden' },
  });
});
