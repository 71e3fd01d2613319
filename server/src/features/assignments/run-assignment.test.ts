import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { applyUnfinishedAssignments } from './apply-runs.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;
const CLI = path.resolve(import.meta.dirname, '../../../dist/cli.js');

/** So many people in the department, more than are assigned before the answer. */
async function crowdOf(given: Awaited<ReturnType<typeof assignmentsOf>>, people: number) {
  const { workspace, department } = given;
  await pool.query(
    `insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
     select $1, gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd ' || n, 'learner', $2, true, now(), now()
     from generate_series(1, $3::integer) n`,
    [workspace.id, department.id, people],
  );
}

/** How many have how many cycles, until when. */
async function cyclesOf(moduleId: string) {
  const { rows } = await pool.query<{ cycle: number; due_on: string | null; people: number }>(
    `select cycle, to_char(due_on, 'YYYY-MM-DD') as due_on, count(*)::integer as people
     from enrollments where module_id = $1 group by 1, 2 order by 1, 2`,
    [moduleId],
  );
  return rows;
}

/** Goes on with what is unfinished for so many batches. */
function batches(count: number) {
  let left = count;
  return applyUnfinishedAssignments(server.db, () => left-- <= 0);
}

// rules/assignments 6
test('many are assigned by a job in batches, which says how far it is; the same again changes nothing', async () => {
  const given = await assignmentsOf(server);
  const { assign, admin, module, workspace } = given;
  await crowdOf(given, 1_199);
  const { id, applying } = await assign({ due_days: 7 });
  expect(applying).toEqual({ done: 0, total: 1_200, failing: [] });
  await batches(1);
  const midway = await admin.assignments.get.query({ id });
  expect(midway).toMatchObject({ applying: { done: 500, total: 1_200 }, counts: { people: 500 } });
  await batches(9);
  expect(await admin.assignments.get.query({ id })).toMatchObject({ applying: null, counts: { people: 1_200 } });
  await pool.query(`update assignment_runs set finished_at = null, done = 0, through = $2 where workspace_id = $1`, [
    workspace.id,
    '00000000-0000-0000-0000-000000000000',
  ]);
  await batches(9);
  expect(await cyclesOf(module.id)).toEqual([{ cycle: 1, due_on: dayIn(7), people: 1_200 }]);
  const { rows } = await pool.query('select assigned from assignment_runs where assignment_id = $1', [id]);
  expect(rows).toEqual([{ assigned: 1_200 }]);
});

/** Has the database refuse a person's cycles until the function that is returned is called. */
async function refusing(userId: string) {
  await pool.query(
    `create function refuse_person() returns trigger language plpgsql as $$ begin
       if new.user_id = '${userId}' then raise 'It always fails for one'; end if; return new; end $$`,
  );
  await pool.query(
    'create trigger refuse_person before insert on enrollments for each row execute function refuse_person()',
  );
  const allow = async () => {
    await pool.query('drop function if exists refuse_person() cascade');
  };
  onTestFinished(allow);
  return allow;
}

// rules/assignments 6
test('a person who fails holds up nobody else of a run, is named, and is tried again', async () => {
  const given = await assignmentsOf(server);
  const { assign, admin, module } = given;
  await crowdOf(given, 1_199);
  const { rows: people } = await pool.query<{ id: string; full_name: string }>(
    'select id, full_name from users where workspace_id = $1 and department_id = $2 order by id offset 300 limit 1',
    [given.workspace.id, given.department.id],
  );
  const { id: failing, full_name: name } = people[0]!;
  const allow = await refusing(failing);
  // Whom the rule doesn't take when it joins later would never get it from a night.
  const { id } = await assign({ due_days: 7, joiners: false });
  await expect(batches(9)).rejects.toThrow(failing);
  expect(await cyclesOf(module.id)).toMatchObject([{ people: 1_199 }]);
  const waiting = { applying: { done: 1_199, total: 1_200, failing: [{ user_id: failing, name }] } };
  expect(await admin.assignments.get.query({ id })).toMatchObject(waiting);
  await expect(batches(9)).rejects.toThrow('It always fails for one');
  expect(await admin.assignments.get.query({ id })).toMatchObject(waiting);
  await allow();
  await batches(9);
  expect(await admin.assignments.get.query({ id })).toMatchObject({ applying: null, counts: { people: 1_200 } });
  const { rows } = await pool.query('select assigned, done, failed from assignment_runs where assignment_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ assigned: 1_200, done: 1_200, failed: [] }]);
});

// rules/assignments 6
test('an assignment that fails for one of a few is made for the others, and the answer names the one', async () => {
  const { assign, person, cycles } = await assignmentsOf(server);
  const [ana, bo, cleo] = [await person(), await person(), await person()];
  const allow = await refusing(bo.id);
  const made = await assign({ due_days: 7 });
  expect(made.applying).toMatchObject({ failing: [{ user_id: bo.id }] });
  for (const { id } of [ana, cleo]) expect(await cycles(id)).toMatchObject([{ is_current: true }]);
  const alone = await assign({ to: { kind: 'user', user_id: bo.id } });
  expect(alone.applying).toMatchObject({ done: 0, failing: [{ user_id: bo.id }] });
  await allow();
  await batches(9);
  expect(await cycles(bo.id)).toMatchObject([{ is_current: true, by: [made.id, alone.id] }]);
});

// rules/assignments 6
test('a run that always fails holds up nobody else’s', { tags: ['deep'] }, async () => {
  const [lost, other] = [await assignmentsOf(server), await assignmentsOf(server)];
  for (const given of [lost, other]) {
    await crowdOf(given, 1_000);
    await given.assign();
  }
  const zone = (name: string) =>
    pool.query('update workspaces set time_zone = $2 where id = $1', [lost.workspace.id, name]);
  await zone('Mars/Olympus');
  await expect(batches(9)).rejects.toThrow('Mars/Olympus');
  expect(await cyclesOf(other.module.id)).toMatchObject([{ people: 1_001 }]);
  await zone('UTC');
  await batches(9);
  expect(await cyclesOf(lost.module.id)).toMatchObject([{ people: 1_001 }]);
});

// rules/assignments 6
test(
  'changed while it is applied, everybody has it as it was changed; ended, nobody has it',
  { tags: ['deep'] },
  async () => {
    const given = await assignmentsOf(server);
    const { assign, admin, toDepartment, module } = given;
    await crowdOf(given, 1_299);
    const { id } = await assign({ due_on: dayIn(5), joiners: false });
    await batches(1);
    const change = { id, version: 1, to: toDepartment, due_on: dayIn(8), joiners: false };
    await admin.assignments.update.mutate(change);
    await batches(1);
    await batches(9);
    expect(await cyclesOf(module.id)).toEqual([{ cycle: 1, due_on: dayIn(8), people: 1_300 }]);
    await admin.assignments.end.mutate({ id });
    await batches(9);
    const { rows } = await pool.query(
      'select count(*)::integer as people from enrollments where module_id = $1 and withdrawn_at is not null',
      [module.id],
    );
    expect(rows).toEqual([{ people: 1_300 }]);
  },
);

// rules/assignments 6
test(
  'killed in the middle, it goes on where it was, and meanwhile holds up nobody who is done already',
  { tags: ['deep'] },
  async () => {
    const given = await assignmentsOf(server);
    const { module, workspace } = given;
    await crowdOf(given, 1_399);
    const people = await pool.query<{ id: string; email: string }>(
      'select id, email from users where workspace_id = $1 and role = $2 order by id',
      [workspace.id, 'learner'],
    );
    // The third batch waits for this person, who is being changed.
    const holder = await connect(server.databaseUrl);
    await holder.query('begin');
    await holder.query('select from users where id = $1 for update', [people.rows.at(-1)!.id]);
    const words = ['assign', '--workspace', workspace.slug, '--module', module.id, '--to', 'role:learner'];
    const child = spawn(process.execPath, [CLI, ...words], {
      env: { ...process.env, DATABASE_URL: server.databaseUrl },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const done = async () =>
      (await pool.query<{ done: number }>('select done from assignment_runs where workspace_id = $1', [workspace.id]))
        .rows;
    await expect.poll(done, { timeout: 60_000, interval: 50 }).toEqual([{ done: 1_000 }]);
    const { call } = await server.api(['users:write'], workspace);
    const first = await call('POST', '/api/v1/users', { email: people.rows[0]!.email, full_name: 'Changed meanwhile' });
    expect(first.status).toBe(200);
    child.kill('SIGKILL');
    await exited;
    await holder.query('rollback');
    // PostgreSQL notices a moment later that nobody is there any more.
    await expect
      .poll(() => applyUnfinishedAssignments(server.db).then(() => cyclesOf(module.id)))
      .toEqual([{ cycle: 1, due_on: null, people: 1_399 }]);
    await expect.poll(done).toEqual([{ done: 1_399 }]);
  },
);

test('two servers at the same run do each batch once', { tags: ['deep'] }, async () => {
  const given = await assignmentsOf(server);
  const { assign, module } = given;
  await crowdOf(given, 2_400);
  const { id } = await assign();
  const isDone = async () => {
    await Promise.all([
      applyUnfinishedAssignments(server.db),
      sleep(1).then(() => applyUnfinishedAssignments(server.db)),
    ]);
    const { rows } = await pool.query(
      'select assigned, finished_at is null as left from assignment_runs where assignment_id = $1',
      [id],
    );
    return rows;
  };
  await expect.poll(isDone).toEqual([{ assigned: 2_401, left: false }]);
  expect(await cyclesOf(module.id)).toEqual([{ cycle: 1, due_on: null, people: 2_401 }]);
});

test(
  'in a workspace that PostgreSQL has not analysed yet, nobody’s rows are looked for among everybody’s',
  { tags: ['deep'] },
  async () => {
    const known = await assignmentsOf(server);
    await crowdOf(known, 600);
    await known.assign();
    await pool.query('analyze enrollments, assignment_enrollments');
    const given = await assignmentsOf(server);
    await crowdOf(given, 1_599);
    const { id } = await given.assign();
    const client = await connect(server.databaseUrl);
    await client.query('begin');
    const read = async () => {
      // Counts this transaction alone: other connections report what they have read up to a minute later.
      const { rows } = await client.query<{ read: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
       where relname in ('enrollments', 'assignment_enrollments', 'users')`,
      );
      return rows[0]!.read;
    };
    const before = await read();
    for (let offset = 0; offset < 1_600; offset += 200) {
      await client.query(
        `select apply_assignments(array[a],
         array(select p from people_of(a, '00000000-0000-0000-0000-000000000000') p order by p limit 200 offset $2), now(), true)
       from assignments a where id = $1`,
        [id, offset],
      );
    }
    const rows = (await read()) - before;
    await client.query('commit');
    expect(await cyclesOf(given.module.id)).toEqual([{ cycle: 1, due_on: null, people: 1_600 }]);
    // Of each batch the audience is read once; of each person a few rows.
    expect(rows).toBeLessThan(8 * 2 * 1_600 + 1_600 * 40);
  },
);
