import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { runNightlyTasks } from '../assignments/run-nightly-tasks.ts';
import { addPendingChangesToRollups } from '../analytics/rollups/aggregate-changes.ts';
import { verifyRollups } from '../analytics/rollups/verify.ts';
import { completeModule, WRONG } from '../learning/learning-fixture.ts';
import { DAY, dayIn } from '../assignments/assignments-fixture.ts';
import { attestingOn, daysAgo } from './attested-fixture.ts';

const server = await startTestServer();
const { make, db } = server;

/** A workspace in which past training is attested, and a learner of it who is signed in. */
async function setUp() {
  const place = await attestingOn(server);
  const { workspace } = place;
  const ana = await place.person();
  const { learning } = server.client({ cookie: await server.signIn(ana.email), [WORKSPACE_HEADER]: workspace.slug });
  const client = server.client({ cookie: await server.signIn(ana.email), [WORKSPACE_HEADER]: workspace.slug });
  const verified = () => verifyRollups({ ...make.contextOf(workspace), now: new Date(Date.now() + 400 * DAY) });
  const owe = (given: Parameters<typeof place.assign>[0] = {}) =>
    place.assign({ to: { kind: 'user', user_id: ana.id }, ...given });
  const cycles = () => place.cyclesOf(ana.id);
  const withdraw = (id: string) => place.admin.attested.withdraw.mutate({ id, reason: 'Entered for someone else' });
  return { ...place, ana, learning, client, verified, owe, cycles, withdraw };
}

// rules/attested 3, rules/analytics 5
test('an assigned training is completed by what was before: not overdue, and counted apart from what was proved here', async () => {
  const me = await setUp();
  const ben = await me.person();
  await make.enrollment(me.workspace, ben.id, me.module.id);
  await me.owe({ due_on: dayIn(3) });
  await db.pool.query(`update enrollments set due_at = now() - interval '1 day' where user_id = $1 and is_current`, [
    me.ana.id,
  ]);
  expect(await me.counts()).toMatchObject({ assigned: 2, not_started: 2, completed: 0, attested: 0, overdue: 1 });
  expect((await me.attest(me.ana)).result).toBe('counted');
  expect(await me.cycles()).toMatchObject([{ cycle: 1, source: 'assignment', completed_on: daysAgo(30), covered: 1 }]);
  expect(await me.counts()).toEqual({
    assigned: 2,
    not_started: 1,
    in_progress: 0,
    completed: 1,
    attested: 1,
    overdue: 0,
  });
  expect(await me.verified()).toMatchObject({ equal: true });
});

// rules/attested 3, rules/assignments 8
test('recertification counts from the day of the training, not from when it was entered', async () => {
  const me = await setUp();
  await me.owe({ window_days: 30 });
  await me.attest(me.ana, { completed_on: daysAgo(345) });
  const { recertification } = await me.admin.analytics.read.query({ module_id: me.module.id });
  expect(recertification).toMatchObject({ due_soon: 1, current: 0, expired: 0 });
  await runNightlyTasks(db, () => false, new Date());
  expect(await me.cycles()).toMatchObject([
    { cycle: 1, is_current: false, expires_on: daysAgo(345 - 366) },
    { cycle: 2, is_current: true, completed: false, covered: 1 },
  ]);
  // A certificate of before that is found later lets it be owed later.
  await me.attest(me.ana, { completed_on: daysAgo(5) });
  expect(await me.cycles()).toMatchObject([{ cycle: 1 }, { cycle: 2, completed_on: daysAgo(5) }]);
  expect(await me.verified()).toMatchObject({ equal: true });
});

// rules/attested 4
test('what has expired completes nothing that is owed: it is shown before it, whichever came first', async () => {
  const me = await setUp();
  await me.assign({ due_days: 30 });
  const ben = await me.person();
  expect((await me.attest(me.ana, { completed_on: daysAgo(800) })).result).toBe('counted');
  const shown = [
    { cycle: 1, is_current: false, completed_on: daysAgo(800) },
    { cycle: 2, is_current: true, completed: false, started: false },
  ];
  expect(await me.cycles()).toMatchObject(shown);
  const other = await setUp();
  await other.attest(other.ana, { completed_on: daysAgo(800) });
  await other.assign({ due_days: 30 });
  expect(await other.cycles()).toMatchObject(shown);
  for (const each of [me, other]) {
    const { recertification } = await each.admin.analytics.read.query({ user_id: each.ana.id });
    expect(recertification).toMatchObject({ expired: 1, never_certified: 0 });
    expect(await each.verified()).toMatchObject({ equal: true });
  }
  expect(await me.cyclesOf(ben.id)).toHaveLength(1);
  // Nobody is told that it has expired: that is long ago.
  await runNightlyTasks(db, () => false, new Date());
  const { rows } = await db.pool.query(`select from outgoing_events where data ->> 'user_id' = any($1)`, [
    [me.ana.id, other.ana.id],
  ]);
  expect(rows).toHaveLength(0);
});

// rules/attested 4
test('an older one than a completion here, or than a longer one, is history and changes nothing', async () => {
  const me = await setUp();
  await completeModule(me.client, me.module.id);
  const before = await me.cycles();
  expect((await me.attest(me.ana, { completed_on: daysAgo(0) })).result).toBe('history');
  expect((await me.attest(me.ana, { completed_on: daysAgo(30) })).result).toBe('history');
  expect(await me.cycles()).toEqual(before);
  expect(await me.counts()).toMatchObject({ completed: 1, attested: 0 });
  expect(await me.actions(me.ana.id)).toContain('learner.completion_attested');

  const ben = await me.person();
  await me.attest(ben, { completed_on: daysAgo(10) });
  expect((await me.attest(ben, { completed_on: daysAgo(20) })).result).toBe('history');
  expect((await me.attest(ben, { completed_on: daysAgo(2) })).result).toBe('counted');
  expect(await me.cyclesOf(ben.id)).toMatchObject([{ cycle: 1, completed_on: daysAgo(2) }]);
});

// rules/attested 4, rules/assignments 8
test(
  'one that is newer than an expired completion here follows it, and is renewed as that would have been',
  { tags: ['deep'] },
  async () => {
    const me = await setUp();
    await me.complete(me.ana.id, { at: new Date(Date.now() - 500 * DAY), expires: -135 });
    await me.assign({ window_days: 30, joiners: false });
    const { rows } = await db.pool.query<{ id: string }>(
      `select id from enrollments where user_id = $1 and not is_current`,
      [me.ana.id],
    );
    // As if nothing had been assigned since.
    await db.pool.query(`delete from assignment_enrollments where enrollment_id <> $1 and workspace_id = $2`, [
      rows[0]!.id,
      me.workspace.id,
    ]);
    expect(await me.cycles()).toMatchObject([{ completed: true }, { is_current: true, completed: false }]);
    await me.attest(me.ana, { completed_on: daysAgo(340) });
    expect(await me.cycles()).toMatchObject([{ cycle: 1 }, { cycle: 2, is_current: true, completed_on: daysAgo(340) }]);
    expect(await me.verified()).toMatchObject({ equal: true });
  },
);

// rules/attested 3, rules/assignments 2
test('an assignment that repeats earlier completions repeats attested ones, too', async () => {
  const me = await setUp();
  await me.owe({ again: true, due_days: 30 });
  await me.attest(me.ana);
  expect(await me.cycles()).toMatchObject([
    { cycle: 1, is_current: false, completed_on: daysAgo(30) },
    { cycle: 2, is_current: true, completed: false, covered: 1 },
  ]);
  const { recertification } = await me.admin.analytics.read.query({ user_id: me.ana.id });
  expect(recertification).toMatchObject({ current: 1 });
});

// rules/attested 3, rules/learning 9
test('who has begun may go on, sees no solutions for it, and what they then prove takes its place', async () => {
  const me = await setUp();
  await me.owe({ due_days: 30 });
  const { module } = me;
  const { enrollment_id } = await me.learning.start.mutate({ module_id: module.id });
  const attempt = await me.learning.beginAttempt.mutate({ enrollment_id });
  const { questions } = await me.learning.open.query({ module_id: module.id });
  for (const { id } of questions) {
    await me.learning.answer.mutate({ attempt_id: attempt.id, question_id: id, response: WRONG });
  }
  const { id } = await me.attest(me.ana);
  expect(await me.cycles()).toMatchObject([{ attested_id: id, completed: true, started: true }]);
  const failed = await me.learning.attempt.query({ attempt_id: attempt.id });
  expect(JSON.stringify(failed)).not.toContain('"correct":0');
  expect(await me.counts()).toMatchObject({ completed: 1, attested: 1 });
  await completeModule(me.client, module.id);
  expect(await me.cycles()).toMatchObject([{ attested_id: null, completed_on: daysAgo(0), cycle: 1 }]);
  expect(await me.counts()).toMatchObject({ completed: 1, attested: 0 });
  expect(await me.actions(me.ana.id)).toEqual(['learner.completion_attested', 'learner.module_completed']);
  expect((await me.withdraw(id)).id).toBe(id);
  expect(await me.cycles()).toMatchObject([{ attested_id: null, completed_on: daysAgo(0), cycle: 1 }]);
  expect(await me.verified()).toMatchObject({ equal: true });
});

// rules/attested 3
test('it is no attempt: no score, no pass rate, no days to complete, also where a score was given', async () => {
  const me = await setUp();
  await me.owe({ due_days: 30 });
  await me.attest(me.ana, { score: 0.9 });
  const read = async () => (await me.admin.analytics.read.query({ module_id: me.module.id })).modules![0]!;
  const figures = { pass_rate: null, average_score: null, median_days_to_complete: null, completion_rate: 1 };
  expect(await read()).toMatchObject(figures);
  await addPendingChangesToRollups({ db, workspace: me.workspace, now: new Date() });
  expect(await read()).toMatchObject({ ...figures, completed: 1, attested: 1 });
  expect(await me.verified()).toMatchObject({ equal: true });
});

// rules/attested 7
test('withdrawn, it is owed again with days left, and only for a reason', async () => {
  const me = await setUp();
  await me.owe({ due_days: 5 });
  const { id } = await me.attest(me.ana);
  await expect(me.admin.attested.withdraw.mutate({ id, reason: ' ' })).rejects.toMatchObject({
    data: { app_code: 'invalid_request' },
  });
  // Its due date passes meanwhile.
  await db.pool.query(
    `update enrollments set due_on = due_on - 6, due_at = due_at - interval '6 days' where user_id = $1`,
    [me.ana.id],
  );
  await db.pool.query(
    `update assignment_enrollments set due_on = due_on - 6 where enrollment_id = (select id from enrollments where user_id = $1)`,
    [me.ana.id],
  );
  await db.pool.query(`update attested_completions set entered_at = entered_at - interval '5 days' where id = $1`, [
    id,
  ]);
  await me.withdraw(id);
  expect(await me.cycles()).toMatchObject([{ attested_id: null, completed: false, started: false, covered: 1 }]);
  expect(await me.counts()).toMatchObject({ not_started: 1, completed: 0, attested: 0, overdue: 0 });
  expect(await me.actions(me.ana.id)).toEqual(['learner.completion_attested', 'learner.attestation_withdrawn']);
  await expect(me.withdraw(id)).rejects.toMatchObject({ data: { app_code: 'completion_not_found' } });
  expect((await me.attest(me.ana)).result).toBe('counted');
  expect(await me.verified()).toMatchObject({ equal: true });
});

// rules/attested 7
test('withdrawn, the next one takes its place, or what was before it', { tags: ['deep'] }, async () => {
  const me = await setUp();
  await me.complete(me.ana.id, { at: new Date(Date.now() - 500 * DAY), expires: -135 });
  const older = await me.attest(me.ana, { completed_on: daysAgo(40) });
  const newer = await me.attest(me.ana, { completed_on: daysAgo(10) });
  expect(await me.cycles()).toMatchObject([{ is_current: false }, { attested_id: newer.id }]);
  await me.withdraw(newer.id);
  expect(await me.cycles()).toMatchObject([{}, { withdrawn: true }, { attested_id: older.id, is_current: true }]);
  await me.withdraw(older.id);
  expect(await me.cycles()).toMatchObject([
    { is_current: true, completed: true },
    { withdrawn: true },
    { withdrawn: true },
  ]);
  expect(await me.counts()).toMatchObject({ completed: 1, attested: 0 });
  expect(await me.verified()).toMatchObject({ equal: true });
});

// rules/attested 7
test('what nobody is owed is gone once it is withdrawn', { tags: ['deep'] }, async () => {
  const me = await setUp();
  const { id } = await me.attest(me.ana);
  expect(await me.counts()).toMatchObject({ assigned: 1, completed: 1, attested: 1 });
  await me.withdraw(id);
  expect(await me.counts()).toMatchObject({ assigned: 0, completed: 0, attested: 0 });
  expect(await me.verified()).toMatchObject({ equal: true });
});

// rules/attested 4
test(
  'an excuse ends with training that is still valid, and stays with training that has expired',
  { tags: ['deep'] },
  async () => {
    const me = await setUp();
    await me.owe({ due_days: 5 });
    const [cycle] = await me.cycles();
    await me.admin.assignments.waive.mutate({ enrollment_id: String(cycle!['id']), reason: 'On leave' });
    expect((await me.attest(me.ana, { completed_on: daysAgo(900) })).result).toBe('history');
    expect((await me.attest(me.ana)).result).toBe('counted');
    expect(await me.cycles()).toMatchObject([{ is_current: false }, { is_current: true, completed: true, covered: 1 }]);
    expect(await me.counts()).toMatchObject({ assigned: 1, completed: 1, attested: 1 });
  },
);
