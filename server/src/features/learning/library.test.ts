import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { classroomOf, completeModule, flashcard, type Learner } from './learning-fixture.ts';
import { readMyTrainingOverview } from './read-my-training.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;
const classroom = await classroomOf(server, { timeZone: 'Europe/Berlin' });
const { workspace, course } = classroom;

/** An answer that PostgreSQL has made, as its reader gets it. */
const read = async (learner: Learner, now: string) =>
  JSON.parse(JSON.stringify(await readMyTrainingOverview(learner.at(now)))) as Awaited<
    ReturnType<typeof readMyTrainingOverview>
  >;

/** Stands for a person, and covers their cycle. */
async function assign(
  moduleId: string,
  enrollmentId: string,
  audience: { user?: string; department?: string; role?: string },
  by: string,
  removed = false,
) {
  const kind = audience.user ? 'user' : audience.department ? 'department' : 'role';
  await pool.query(
    `with standing as (
       insert into assignments (workspace_id, id, module_id, audience, user_id, department_id, role, joiners, again, window_days,
         created_at, created_by_name)
       values ($1, $2, $3, $4, $5, $6, $7, false, false, 30, now(), $8) returning workspace_id, id)
     insert into assignment_enrollments select workspace_id, id, $9, now(), case when $10 then now() end from standing`,
    [
      workspace.id,
      newId(),
      moduleId,
      kind,
      audience.user ?? null,
      audience.department ?? null,
      audience.role ?? null,
      by,
      enrollmentId,
      removed,
    ],
  );
}

test('what is owed stands in the order in which it is due, and says why, and what is paused comes last', async () => {
  const department = await make.department(workspace, 'Warehouse');
  const learner = await classroom.learner('learner', department.id);
  const modules = [];
  for (let made = 0; made < 5; made++) modules.push(await classroom.module());
  const [late, soon, someday, paused, waived] = modules;
  const owe = (module: { id: string }, changes = {}) => make.enrollment(workspace, learner.id, module.id, changes);
  await owe(someday!);
  await owe(soon!, { dueAt: new Date('2026-06-30T22:00:00.000Z'), dueOn: '2026-06-30' });
  const { id } = await owe(late!, { dueAt: new Date('2026-05-31T22:00:00.000Z') });
  await owe(paused!, { dueAt: new Date('2026-01-01T00:00:00.000Z') });
  await owe(waived!, { waivedAt: new Date() });
  await pool.query(`update modules set status = 'archived' where id = $1`, [paused!.id]);
  await assign(late!.id, id, { user: learner.id }, 'Ana');
  await assign(late!.id, id, { department: department.id }, 'Ben');
  await assign(late!.id, id, { role: 'learner' }, 'Eve');
  await assign(late!.id, id, { role: 'learner' }, 'Nobody any more', true);

  const mine = await read(learner, '2026-06-01T00:00:00.000Z');
  expect(mine).toMatchObject({ time_zone: 'Europe/Berlin', owed_total: 4, begun: [], results: [], results_total: 0 });
  expect(mine.owed.map(({ module_id, due_on, overdue, paused }) => [module_id, due_on, overdue, paused])).toEqual([
    [late!.id, '2026-05-31', true, false],
    [soon!.id, '2026-06-30', false, false],
    [someday!.id, null, false, false],
    [paused!.id, '2026-01-01', false, true],
  ]);
  expect(mine.owed[0]).toMatchObject({
    status: 'not_started',
    course: { id: course.id, title: course.title },
    why: expect.arrayContaining([
      expect.objectContaining({ audience: 'user', audience_name: learner.fullName, by: 'Ana' }),
      expect.objectContaining({ audience: 'department', audience_name: 'Warehouse', by: 'Ben' }),
      expect.objectContaining({ audience: 'role', audience_name: 'learner', by: 'Eve' }),
    ]),
  });
  expect(mine.owed[0]!.why).toHaveLength(3);
});

// rules/learning 5
test('what was begun and what is completed stand apart, with the certificate and the day on which it ends', async () => {
  const learner = await classroom.learner();
  const [done, begun] = [await classroom.module({ validityDays: 3 }), await classroom.module()];
  const { cycle } = await completeModule(learner.client, done.id);
  await learner.client.learning.start.mutate({ module_id: begun.id });
  const mine = await learner.client.learning.mine.query();
  expect(mine).toMatchObject({ owed: [], begun_total: 1, results_total: 1 });
  expect(mine.begun).toMatchObject([{ module_id: begun.id, source: 'library', status: 'in_progress', why: [] }]);
  const [result] = mine.results;
  // rules/learning 15
  expect(result?.passed_at).toEqual(cycle!.completed_at);
  expect(result).toMatchObject({
    module_id: done.id,
    enrollment_id: cycle!.enrollment_id,
    revision: 1,
    score: 1,
    cycle: 1,
  });
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' });
  expect(result!.expires_on).toBe(day.format(Date.parse(result!.completed_at) + 3 * 86_400_000));

  // The next cycle is owed, and stands beside the certificate of the one before.
  await pool.query('update enrollments set is_current = false where id = $1', [cycle!.enrollment_id]);
  await make.enrollment(workspace, learner.id, done.id, { cycle: 2 });
  const [owed] = (await learner.client.learning.mine.query()).owed;
  expect(owed).toMatchObject({ cycle: 2, renewal: true, certification: 'due_soon', expires_at: result!.expires_at });
  const after = await read(learner, new Date(Date.parse(result!.expires_at!)).toISOString());
  expect(after.owed[0]).toMatchObject({ certification: 'expired' });
});

test('the library has what is published, by course, with how far one has come', async () => {
  const classroom = await classroomOf(server);
  const learner = await classroom.learner();
  const { learning } = learner.client;
  const other = await make.course(classroom.workspace, { title: 'Zebras 100%' });
  const striped = await make.module(classroom.workspace, other.id, { status: 'published', title: 'Stripes' });
  await make.module(classroom.workspace, other.id, { status: 'draft', title: 'Stripes, not yet' });
  await make.course(classroom.workspace, { title: 'Zebras without modules' });
  const [first, second] = [await classroom.module({ cards: 3, validityDays: 9 }), await classroom.module()];
  await learning.start.mutate({ module_id: second.id });

  const all = await learning.library.query({});
  expect(all.total).toBe(2);
  expect(all.courses.map(({ id, modules }) => [id, modules.map(({ module_id }) => module_id)])).toEqual([
    [classroom.course.id, [first.id, second.id]],
    [other.id, [striped.id]],
  ]);
  expect(all.courses[0]!.modules).toMatchObject([
    { cards: 3, questions: 2, validity_days: 9, certification: 'never_certified', mine: null },
    { certification: null, mine: { status: 'in_progress', source: 'library', progress: 0 } },
  ]);
  const page = await learning.library.query({ limit: 1, offset: 1 });
  expect(page).toEqual({ total: 2, courses: [all.courses[1]] });
  for (const [search, found] of [
    ['stripes', [striped.id]],
    ['ZEBRAS', [striped.id]],
    ['100%', [striped.id]],
    ['0_%', []],
    [second.title, [second.id]],
  ] as const) {
    const { courses } = await learning.library.query({ search });
    expect(courses.flatMap(({ modules }) => modules.map(({ module_id }) => module_id))).toEqual(found);
  }
  // Of a revision that is not live any more nothing is counted.
  await classroom.revise(second.id, { cards: [flashcard()], questions: [] });
  const [courseOfTwo] = (await learning.library.query({ search: second.title })).courses;
  expect(courseOfTwo!.modules[0]).toMatchObject({ cards: 1, questions: 0 });
});

test('the first page is bounded, and says how much there is', async () => {
  const classroom = await classroomOf(server);
  const learner = await classroom.learner();
  await pool.query(
    `with made as (
       insert into modules (workspace_id, id, course_id, title, status, position, pass_score, created_at, updated_at, settings_version,
         round, workflow)
       select $1, gen_random_uuid(), $2, 'Module ' || n, 'draft', n, 0.8, now(), now(), 1, 0, 'draft'
       from generate_series(1, 205) n returning id)
     insert into enrollments (workspace_id, id, user_id, module_id, assigned_at)
     select $1, gen_random_uuid(), $3, id, now() from made`,
    [classroom.workspace.id, classroom.course.id, learner.id],
  );
  const mine = await learner.client.learning.mine.query();
  expect(mine.owed).toHaveLength(200);
  expect(mine.owed_total).toBe(205);
});
