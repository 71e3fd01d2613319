import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, DAY, dayIn } from './assignments-fixture.ts';
import { runNightlyTasks } from './run-nightly-tasks.ts';

const server = await startTestServer();
const { pool } = server.db;

const night = (days: number) => runNightlyTasks(server.db, () => false, new Date(Date.now() + days * DAY));

/** Lets so many days pass for all that a person owes and has completed. */
async function pass(userId: string, days: number) {
  await pool.query(
    `update enrollments set expires_at = expires_at - make_interval(days => $2), due_on = due_on - $2::int,
       completed_at = completed_at - make_interval(days => $2), started_at = started_at - make_interval(days => $2),
       assigned_at = assigned_at - make_interval(days => $2), due_at = due_at - make_interval(days => $2),
       waived_at = waived_at - make_interval(days => $2)
     where user_id = $1`,
    [userId, days],
  );
  await pool.query(
    `update assignment_enrollments l set added_at = l.added_at - make_interval(days => $2), due_on = l.due_on - $2::int
     from enrollments e where e.id = l.enrollment_id and e.user_id = $1`,
    [userId, days],
  );
}

// rules/assignments 8
test.each([
  ['its days', { due_days: 14 }, 14],
  ['its window, where it has no days', { window_days: 30 }, 30],
])('who is reactivated after the day of an open renewal has %s from then', async (_, rule, days) => {
  const { assign, person, cycles, complete, upsert } = await assignmentsOf(server);
  const ana = await person();
  await complete(ana.id, { expires: 10 });
  await assign(rule);
  await night(0);
  await upsert(ana.email, { deactivate: true });
  await pass(ana.id, 60);
  await upsert(ana.email, { deactivate: false });
  const renewed = [{ cycle: 1 }, { cycle: 2, is_current: true, due_on: dayIn(days) }];
  expect(await cycles(ana.id)).toMatchObject(renewed);
  await night(1);
  expect(await cycles(ana.id)).toMatchObject(renewed);
});

// rules/assignments 8
test('who is reactivated after the due date has the assignment’s days from then, and before it keeps it', async () => {
  const { assign, person, cycles, upsert } = await assignmentsOf(server);
  const [late, early] = [await person(), await person()];
  await assign({ due_days: 14 });
  for (const each of [late, early]) await upsert(each.email, { deactivate: true });
  await pass(late.id, 40);
  await pass(early.id, 4);
  for (const each of [late, early]) await upsert(each.email, { deactivate: false });
  await night(1);
  expect(await cycles(late.id)).toMatchObject([{ due_on: dayIn(14), is_current: true }]);
  expect(await cycles(early.id)).toMatchObject([{ due_on: dayIn(10), is_current: true }]);
});

// rules/assignments 8
test.each([
  ['its days', { due_days: 14 }, 14],
  ['the days that its last day left at first', { due_on: dayIn(9) }, 9],
  ['its window, where it has no days', { window_days: 30 }, 30],
])('who moves back after the certificate has run out has %s', async (_, rule, days) => {
  const { assign, person, cycles, complete, upsert, elsewhere, department } = await assignmentsOf(server);
  const [ana, bo] = [await person(), await person()];
  await complete(ana.id, { expires: 50 });
  await complete(bo.id, { expires: 2 });
  await assign(rule);
  await night(0);
  for (const each of [ana, bo]) {
    await upsert(each.email, { department_id: elsewhere.id });
    await pass(each.id, 80);
    await upsert(each.email, { department_id: department.id });
    const renewed = [{ completed: true }, { cycle: 2, is_current: true, due_on: dayIn(days) }];
    expect(await cycles(each.id)).toMatchObject(renewed);
    await night(1);
    expect(await cycles(each.id)).toMatchObject(renewed);
  }
});

// rules/assignments 7
test('where the due date passed during the excuse, undoing it gives the assignment’s days; an older one stays', async () => {
  const { assign, person, cycles, admin } = await assignmentsOf(server);
  const [ana, late] = [await person(), await person()];
  await assign({ due_days: 14 });
  await pass(late.id, 20);
  const due = async (userId: string) => {
    const [{ id: enrollment_id } = { id: '' }] = await cycles(userId);
    await admin.assignments.waive.mutate({ enrollment_id, reason: 'On leave' });
    await pass(userId, 30);
    await admin.assignments.undoWaiver.mutate({ enrollment_id });
    await night(2);
    return (await cycles(userId))[0]!.due_on;
  };
  expect(await due(ana.id)).toBe(dayIn(14));
  expect(await due(late.id)).toBe(dayIn(14 - 20 - 30));
});

// rules/assignments 8
test('where the due date passed while the module was hidden, its return gives the assignment’s days', async () => {
  const { assign, person, cycles, admin, module } = await assignmentsOf(server);
  const [ana, late, soon] = [await person(), await person(), await person()];
  await assign({ due_days: 14 });
  await pass(late.id, 50);
  await admin.reviews.archive.mutate({ module_id: module.id, reason: 'Being rewritten' });
  await pool.query('alter table review_decisions disable trigger user');
  await pool.query(`update review_decisions set at = at - interval '30 days' where module_id = $1`, [module.id]);
  await pool.query('alter table review_decisions enable trigger user');
  await pass(ana.id, 30);
  await pass(soon.id, 3);
  await admin.reviews.restore.mutate({ module_id: module.id, reason: 'As good as before' });
  await night(3);
  expect(await cycles(ana.id)).toMatchObject([{ due_on: dayIn(14) }]);
  expect(await cycles(late.id)).toMatchObject([{ due_on: dayIn(14 - 50) }]);
  expect(await cycles(soon.id)).toMatchObject([{ due_on: dayIn(11) }]);
});
