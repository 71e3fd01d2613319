import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, DAY, dayIn } from './assignments-fixture.ts';
import { runNightlyTasks } from './run-nightly-tasks.ts';

const server = await startTestServer();
const { pool } = server.db;

/** The night, so many days from now. */
const night = (days: number) => runNightlyTasks(server.db, () => false, new Date(Date.now() + days * DAY));

async function told(userId: string) {
  const { rows } = await pool.query<{ type: string; data: { expires_at: string }; actor: string }>(
    `select o.type, o.data, a.actor_kind as actor from outgoing_events o join audit_events a using (workspace_id, id)
     where a.subject_id = $1 and o.type like 'certification.%' order by o.id`,
    [userId],
  );
  return rows;
}

// rules/assignments 8
test('the next cycle opens within the window, due by the day on which the certificate runs out, and the old one stays', async () => {
  const { assign, person, cycles, complete } = await assignmentsOf(server);
  const [soon, later] = [await person(), await person()];
  const certificate = await complete(soon.id, { expires: 20 });
  await complete(later.id, { expires: 40 });
  const { id } = await assign({ window_days: 30, due_days: 3 });
  await night(0);
  const lastDay = new Date(certificate.expiresAt!.getTime() - 1).toISOString().slice(0, 10);
  const opened = [
    { cycle: 1, completed: true, is_current: false },
    { cycle: 2, is_current: true, due_on: lastDay, by: [id] },
  ];
  expect(await cycles(soon.id)).toMatchObject(opened);
  expect(await cycles(later.id)).toHaveLength(1);
  await night(1);
  await night(5);
  expect(await cycles(soon.id)).toMatchObject(opened);
  // A night that nobody saw to needs nothing made up for.
  await night(60);
  expect(await cycles(later.id)).toMatchObject([{ completed: true }, { cycle: 2, is_current: true }]);
});

// rules/assignments 8
test('a night is seen to once, from two o’clock in the workspace on, however many servers look', async () => {
  const { workspace, admin } = await assignmentsOf(server);
  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'Asia/Tokyo' });
  const seen = async () => {
    const { rows } = await pool.query<{ night: string | null }>(
      `select to_char(night, 'YYYY-MM-DD') as night from assignment_maintenance where workspace_id = $1`,
      [workspace.id],
    );
    return rows[0]?.night;
  };
  const at = (moment: string) => runNightlyTasks(server.db, () => false, new Date(moment));
  await at('2031-05-01T16:59:00Z');
  expect(await seen()).toBe('2031-05-01');
  await Promise.all([at('2031-05-01T17:01:00Z'), at('2031-05-01T17:01:00Z')]);
  expect(await seen()).toBe('2031-05-02');
  await at('2031-05-01T17:00:00Z');
  expect(await seen()).toBe('2031-05-02');
});

// rules/operation 8
test('a workspace whose time zone the database lacks has no night, and holds up nobody else’s', async () => {
  const [lost, { workspace }] = [await assignmentsOf(server), await assignmentsOf(server)];
  await pool.query(`update workspaces set time_zone = 'Mars/Olympus' where id = $1`, [lost.workspace.id]);
  await runNightlyTasks(server.db, () => false, new Date('2032-05-01T17:01:00Z'));
  const { rows } = await pool.query<{ workspace_id: string; night: string }>(
    `select workspace_id, to_char(night, 'YYYY-MM-DD') as night from assignment_maintenance
     where workspace_id = any($1) and night is not null`,
    [[lost.workspace.id, workspace.id]],
  );
  expect(rows).toEqual([{ workspace_id: workspace.id, night: '2032-05-01' }]);
  await pool.query(`update workspaces set time_zone = 'UTC' where id = $1`, [lost.workspace.id]);
});

test('what nothing covers any more is not renewed, nor for the inactive, nor of what is not published', async () => {
  const [ended, hidden] = [await assignmentsOf(server), await assignmentsOf(server)];
  const [ana, away, bo] = [await ended.person(), await ended.person(), await hidden.person()];
  for (const { id } of [ana, away]) await ended.complete(id, { expires: 10 });
  await hidden.complete(bo.id, { expires: 10 });
  const toAna = await ended.assign({ to: { kind: 'user', user_id: ana.id } });
  await ended.assign({ to: { kind: 'user', user_id: away.id } });
  await hidden.assign();
  await ended.admin.assignments.end.mutate({ id: toAna.id });
  await ended.upsert(away.email, { deactivate: true });
  await hidden.admin.reviews.unpublish.mutate({ module_id: hidden.module.id, reason: 'Outdated' });
  await night(0);
  for (const { id } of [ana, away]) expect(await ended.cycles(id)).toHaveLength(1);
  expect(await hidden.cycles(bo.id)).toHaveLength(1);
});

test('whoever comes back within the window gets the next cycle at once', async () => {
  const { assign, person, cycles, complete, upsert } = await assignmentsOf(server);
  const away = await person();
  await complete(away.id, { expires: 10 });
  await assign();
  await upsert(away.email, { deactivate: true });
  await night(0);
  await upsert(away.email, { deactivate: false });
  expect(await cycles(away.id)).toMatchObject([{ completed: true }, { cycle: 2, is_current: true }]);
});

/** Moves the end of a person's certificates so many days back. */
const lapse = (userId: string, days: number) =>
  pool.query('update enrollments set expires_at = expires_at - make_interval(days => $2) where user_id = $1', [
    userId,
    days,
  ]);

// rules/assignments 8
test('a cycle that is opened after the certificate has run out is due in the assignment’s days from then', async () => {
  const { assign, person, cycles, complete, department, workspace } = await assignmentsOf(server);
  const late = await person();
  const { expiresAt } = await complete(late.id, { expires: 40 });
  const twoWeeks = await assign({ due_days: 14 });
  await lapse(late.id, 60);
  await night(0);
  expect(await cycles(late.id)).toMatchObject([
    { cycle: 1, is_current: false },
    { cycle: 2, is_current: true, due_on: dayIn(14), by: [twoWeeks.id] },
  ]);
  // Another night, and a change of the person, leave it as it is.
  await night(1);
  expect((await cycles(late.id))[1]).toMatchObject({ due_on: dayIn(14) });
  // Since when the certificate has lapsed is said apart.
  const trainer = await server.as('trainer', workspace, department.id);
  const { people } = await trainer.assignments.people.query({ id: twoWeeks.id });
  const theirs = people.filter(({ user_id }) => user_id === late.id);
  expect(theirs).toMatchObject([
    { status: 'not_started', lapsed_at: new Date(expiresAt!.getTime() - 60 * DAY).toISOString() },
  ]);
});

// rules/assignments 8
test.each([
  ['the days that its last day left at first', { due_on: dayIn(9) }, 9],
  ['its window, where it has no days', { window_days: 21 }, 21],
])('who returns from leave after the certificate has run out has %s', async (_, rule, days) => {
  const { assign, person, cycles, complete, upsert } = await assignmentsOf(server);
  const away = await person();
  await complete(away.id, { expires: 40 });
  await assign(rule);
  await upsert(away.email, { deactivate: true });
  await lapse(away.id, 60);
  await night(0);
  expect(await cycles(away.id)).toHaveLength(1);
  await upsert(away.email, { deactivate: false });
  expect(await cycles(away.id)).toMatchObject([{ completed: true }, { cycle: 2, due_on: dayIn(days) }]);
});

test('what could not be renewed while its module was hidden is not overdue once it is published again', async () => {
  const { assign, person, cycles, complete, module } = await assignmentsOf(server);
  const ana = await person();
  await complete(ana.id, { expires: 10 });
  await assign({ due_days: 5, window_days: 3 });
  await pool.query(`update modules set status = 'archived' where id = $1`, [module.id]);
  await lapse(ana.id, 30);
  await night(0);
  expect(await cycles(ana.id)).toHaveLength(1);
  await pool.query(`update modules set status = 'published' where id = $1`, [module.id]);
  await night(1);
  expect(await cycles(ana.id)).toMatchObject([{ completed: true }, { cycle: 2, due_on: dayIn(6) }]);
});

// rules/assignments 9
test('due soon and expired are each told once, of the newest certificate, and by the system', async () => {
  const { person, complete, upsert } = await assignmentsOf(server);
  const [ana, renewed, away] = [await person(), await person(), await person()];
  await complete(ana.id, { expires: 20 });
  await complete(renewed.id, { expires: 5, isCurrent: false });
  await complete(renewed.id, { cycle: 2, expires: 300 });
  await complete(away.id, { expires: -3 });
  await upsert(away.email, { deactivate: true });
  await night(0);
  await Promise.all([night(1), night(1), night(2)]);
  expect(await told(ana.id)).toMatchObject([{ type: 'certification.due_soon', actor: 'system' }]);
  await night(21);
  await night(22);
  expect((await told(ana.id)).map(({ type }) => type)).toEqual(['certification.due_soon', 'certification.expired']);
  for (const { id } of [renewed, away]) expect(await told(id)).toEqual([]);
  await upsert(away.email, { deactivate: false });
  await night(23);
  expect(await told(away.id)).toMatchObject([{ type: 'certification.expired' }]);
});

// rules/assignments 9
test('the window is that of the assignment; a changed validity leaves the certificate alone', async () => {
  const { assign, person, complete, module } = await assignmentsOf(server);
  const ana = await person();
  const { expiresAt } = await complete(ana.id, { expires: 80 });
  await assign({ window_days: 90 });
  await pool.query('update modules set validity_days = 5 where id = $1', [module.id]);
  await night(0);
  expect(await told(ana.id)).toMatchObject([
    { type: 'certification.due_soon', data: { expires_at: expiresAt!.toISOString() } },
  ]);
});

// rules/assignments 8
test('the night mends who was missed: joined, left, or in a cycle that nothing was said to cover', async () => {
  const { assign, person, cycles, elsewhere, module, workspace } = await assignmentsOf(server);
  const leaver = await person();
  const { id } = await assign();
  // As a restored backup or a statement by hand would leave it.
  await pool.query('alter table users disable trigger user');
  const joiner = await person();
  const learner = await person();
  await pool.query('update users set department_id = $2 where id = $1', [leaver.id, elsewhere.id]);
  await pool.query('alter table users enable trigger user');
  await server.make.enrollment(workspace, learner.id, module.id, { source: 'library', startedAt: new Date() });
  await night(0);
  expect(await cycles(joiner.id)).toMatchObject([{ by: [id] }]);
  expect(await cycles(leaver.id)).toMatchObject([{ withdrawn: true }]);
  expect(await cycles(learner.id)).toMatchObject([{ cycle: 1, source: 'assignment', by: [id] }]);
});

// rules/assignments 8
test(
  'an assignment that always fails keeps neither the workspace’s others nor its news from being seen to',
  { tags: ['deep'] },
  async () => {
    const { assign, person, cycles, complete, workspace, module, course } = await assignmentsOf(server);
    const other = await server.make.module(workspace, course.id, { status: 'published' });
    const ana = await person();
    await complete(ana.id, { expires: 20 });
    const { id } = await assign({ due_days: 3 });
    await assign({ module_id: other.id });
    await pool.query('delete from assignment_enrollments where workspace_id = $1', [workspace.id]);
    await pool.query('delete from enrollments where workspace_id = $1 and module_id = $2', [workspace.id, other.id]);
    const due = (days: number) => pool.query('update assignments set due_days = $2 where id = $1', [id, days]);
    await pool.query('alter table assignments drop constraint assignments_due_days_check');
    await due(2_000_000_000);
    await expect(night(0)).rejects.toThrow('out of range');
    expect(await cycles(ana.id, other.id)).toMatchObject([{ is_current: true }]);
    expect(await told(ana.id)).toMatchObject([{ type: 'certification.due_soon' }]);
    await due(3);
    await night(0);
    await night(1);
    expect(await cycles(ana.id, module.id)).toMatchObject([{ completed: true }, { cycle: 2, is_current: true }]);
  },
);

// rules/assignments 8
test(
  'a person whose cycle cannot be opened keeps none of the others of the assignment from theirs',
  { tags: ['deep'] },
  async () => {
    const { assign, person, cycles, complete } = await assignmentsOf(server);
    const people = [await person(), await person(), await person(), await person(), await person()];
    for (const { id } of people) await complete(id, { expires: 20 });
    await assign({ due_days: 3 });
    const failing = people[2]!;
    await pool.query(
      `create function refuse_one() returns trigger language plpgsql as $$ begin
       if new.user_id = '${failing.id}' then raise 'It always fails for one'; end if; return new; end $$`,
    );
    await pool.query(
      'create trigger refuse_one before insert on enrollments for each row execute function refuse_one()',
    );
    onTestFinished(async () => {
      await pool.query('drop function if exists refuse_one() cascade');
    });
    await expect(night(0)).rejects.toThrow('It always fails for one');
    const opened = { cycle: 2, is_current: true };
    for (const { id } of people) {
      if (id !== failing.id) expect(await cycles(id)).toMatchObject([{ completed: true }, opened]);
    }
    expect(await cycles(failing.id)).toHaveLength(1);
    await pool.query('drop trigger refuse_one on enrollments');
    await night(0);
    expect(await cycles(failing.id)).toMatchObject([{ completed: true }, opened]);
  },
);
