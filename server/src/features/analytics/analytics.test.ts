import type { Analytics } from '@training/shared/analytics';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
const DAY = 86_400_000;

const days = (n: number) => new Date(Date.now() + n * DAY);
const completedOn = (moment: string | Date, expiresAt?: Date) => {
  const at = new Date(moment);
  return {
    assignedAt: new Date(at.getTime() - 2 * DAY),
    startedAt: new Date(at.getTime() - DAY),
    completedAt: at,
    progress: 1,
    attempts: 1,
    bestScore: 0.9,
    ...(expiresAt && { expiresAt }),
  };
};

/** A workspace with one course of two modules, the first with validity, and a way to ask for its analytics. */
async function setUp() {
  const { workspace, call } = await server.api(['analytics:read']);
  const course = await make.course(workspace);
  const yearly = await make.module(workspace, course.id, { validityDays: 365, title: 'Yearly', status: 'published' });
  const once = await make.module(workspace, course.id, { title: 'Once', status: 'published' });
  const ask = (query: Record<string, string> = {}) =>
    call('GET', `/api/v1/analytics?${new URLSearchParams(query).toString()}`);
  const answer = async (query: Record<string, string> = {}): Promise<Required<Analytics>> => {
    const { status, json } = await ask(query);
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  };
  return { workspace, course, yearly, once, ask, answer };
}

test('a module that nobody is assigned to is listed, with rates of null', async () => {
  const { answer, yearly, once, course } = await setUp();
  const { modules, learners, recertification } = await answer();
  expect(modules.map(({ module_id }) => module_id)).toEqual([yearly.id, once.id]);
  expect(modules[1]).toEqual({
    module_id: once.id,
    title: 'Once',
    course_id: course.id,
    department_id: null,
    assigned: 0,
    not_started: 0,
    in_progress: 0,
    completed: 0,
    overdue: 0,
    completion_rate: null,
    pass_rate: null,
    average_score: null,
    median_days_to_complete: null,
    last_completed_at: null,
  });
  expect(learners).toEqual({ total: 0, limit: 100, offset: 0, items: [] });
  const none = { never_certified: 0, current: 0, due_soon: 0, expired: 0 };
  expect(recertification).toEqual({
    window_days: 30,
    ...none,
    by_module: [{ module_id: yearly.id, validity_days: 365, ...none, next_expiry_at: null }],
  });
});

test('each assignment counts once, by its state, and rates have four decimals', async () => {
  const { workspace, answer, once } = await setUp();
  const people = await Promise.all([1, 2, 3].map(() => make.user(workspace)));
  const [fresh, busy, done] = people.map(({ id }) => id) as [string, string, string];
  await make.enrollment(workspace, fresh, once.id, { dueAt: days(-1) });
  const busyRow = { startedAt: days(-3), dueAt: days(3), progress: 0.5, attempts: 2, bestScore: 0.4 };
  await make.enrollment(workspace, busy, once.id, busyRow);
  await make.enrollment(workspace, done, once.id, completedOn('2026-02-03T10:00:00Z'));
  const { modules, learners } = await answer({ module_id: once.id });
  expect(modules).toEqual([
    expect.objectContaining({
      assigned: 3,
      not_started: 1,
      in_progress: 1,
      completed: 1,
      overdue: 1,
      completion_rate: 0.3333,
      pass_rate: 0.5,
      average_score: 0.65,
      median_days_to_complete: 2,
      last_completed_at: '2026-02-03T10:00:00.000Z',
    }),
  ]);
  expect(learners.items.map(({ progress }) => progress).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 0.5, 1]);
});

test('only the current cycle counts, but an earlier certificate still holds', async () => {
  const { workspace, answer, yearly } = await setUp();
  const { id } = await make.user(workspace);
  const expiry = days(10);
  await make.enrollment(workspace, id, yearly.id, { ...completedOn(days(-355), expiry), isCurrent: false });
  await make.enrollment(workspace, id, yearly.id, { cycle: 2 });
  const { modules, learners, recertification } = await answer({ module_id: yearly.id });
  expect(modules[0]).toMatchObject({ assigned: 1, not_started: 1, completed: 0 });
  const entry = { status: 'not_started', expires_at: expiry.toISOString(), certification: 'due_soon' };
  expect(learners.items[0]!.modules).toEqual([expect.objectContaining(entry)]);
  expect(recertification).toMatchObject({ due_soon: 1, by_module: [{ next_expiry_at: expiry.toISOString() }] });
  const narrow = await answer({ module_id: yearly.id, window_days: '9' });
  expect(narrow.recertification).toMatchObject({ window_days: 9, current: 1, due_soon: 0 });
});

test('while a module is archived or unpublished what is unfinished counts nowhere, and completions stay', async () => {
  const { workspace, answer, yearly } = await setUp();
  const [late, done] = [await make.user(workspace), await make.user(workspace)];
  await make.enrollment(workspace, late.id, yearly.id, { dueAt: days(-1), startedAt: days(-3), progress: 0.5 });
  await make.enrollment(workspace, done.id, yearly.id, completedOn(days(-5), days(360)));
  const admin = await server.as('super_admin', workspace);
  const named = { module_id: yearly.id, reason: 'Out of date' };
  const whole = { assigned: 2, in_progress: 1, completed: 1, overdue: 1, completion_rate: 0.5 };
  const rest = { assigned: 1, in_progress: 0, completed: 1, overdue: 0, completion_rate: 1 };
  const seen = async () => {
    const { modules, learners, recertification } = await answer();
    const item = learners.items.find(({ user_id }) => user_id === late.id);
    const narrowed = await answer({ module_id: yearly.id, include: 'learners' });
    return {
      module: modules[0],
      late: { owed: item?.modules.length, overdue: item?.overdue, due: item?.next_due_at !== null },
      narrowed: narrowed.learners.total,
      certificates: recertification.by_module[0],
    };
  };
  const before = {
    module: whole,
    late: { owed: 1, overdue: 1, due: true },
    narrowed: 2,
    certificates: { never_certified: 1, current: 1 },
  };
  const paused = {
    module: rest,
    late: { owed: 0, overdue: 0, due: false },
    narrowed: 1,
    certificates: { never_certified: 0, current: 1 },
  };
  expect(await seen()).toMatchObject(before);
  await admin.reviews.archive.mutate(named);
  expect(await seen()).toMatchObject(paused);
  await admin.reviews.restore.mutate(named);
  expect(await seen()).toMatchObject(before);
  await admin.reviews.unpublish.mutate(named);
  expect(await seen()).toMatchObject(paused);
});

test('while a module is archived, who was to renew a certificate counts by the completion that gave it', async () => {
  const { workspace, answer, yearly } = await setUp();
  const { id } = await make.user(workspace);
  const expiry = days(10);
  const older = { ...completedOn(days(-700), days(-335)), isCurrent: false };
  const renewed = completedOn(days(-355), expiry);
  await make.enrollment(workspace, id, yearly.id, older);
  await make.enrollment(workspace, id, yearly.id, { ...renewed, cycle: 2, isCurrent: false });
  await make.enrollment(workspace, id, yearly.id, { cycle: 3, dueAt: days(-1) });
  const admin = await server.as('super_admin', workspace);
  const due = { due_soon: 1, by_module: [{ due_soon: 1, next_expiry_at: expiry.toISOString() }] };
  expect((await answer()).recertification).toMatchObject(due);
  await admin.reviews.archive.mutate({ module_id: yearly.id, reason: 'Out of date' });
  const { modules, learners, recertification } = await answer({ module_id: yearly.id });
  expect(recertification).toMatchObject(due);
  expect(modules[0]).toMatchObject({ assigned: 1, not_started: 0, completed: 1, overdue: 0 });
  const completion = { completed_at: renewed.completedAt.toISOString(), expires_at: expiry.toISOString() };
  expect(learners.items).toEqual([
    expect.objectContaining({
      completed: 1,
      overdue: 0,
      next_due_at: null,
      modules: [expect.objectContaining({ status: 'completed', certification: 'due_soon', ...completion })],
    }),
  ]);
});

test('from and to bound completions half-open, and what lies outside is counted apart', async () => {
  const { workspace, answer, once } = await setUp();
  for (const moment of ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']) {
    const { id } = await make.user(workspace);
    await make.enrollment(workspace, id, once.id, completedOn(moment));
  }
  const range = { module_id: once.id, from: '2026-01-01', to: '2026-02-01T01:00:00+01:00' };
  const { filters, modules, learners } = await answer(range);
  expect(filters).toMatchObject({ from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' });
  expect(modules[0]).toMatchObject({
    assigned: 3,
    completed: 1,
    completed_outside: 2,
    completion_rate: 0.3333,
    last_completed_at: '2026-01-01T00:00:00.000Z',
  });
  const states = learners.items.map((learner) => learner.modules[0]!.status);
  expect(states.sort()).toEqual(['completed', 'completed_outside', 'completed_outside']);
  expect((await answer({ module_id: once.id })).modules[0]).not.toHaveProperty('completed_outside');
});

test('inactive people count only when asked for', async () => {
  const { workspace, answer, once } = await setUp();
  const { id } = await make.user(workspace, { isActive: false });
  await make.enrollment(workspace, id, once.id);
  const usual = await answer();
  expect([usual.modules[1]!.assigned, usual.learners.total]).toEqual([0, 0]);
  const all = await answer({ include_inactive: 'true' });
  expect([all.modules[1]!.assigned, all.learners.total]).toEqual([1, 1]);
});

test('include leaves the other parts out', async () => {
  const { answer } = await setUp();
  const { generated_at, filters, ...parts } = await answer({ include: 'recertification,modules' });
  expect(Object.keys(parts)).toEqual(['modules', 'recertification']);
  expect(filters.include).toEqual(['modules', 'recertification']);
  expect(Date.parse(generated_at)).toBeCloseTo(Date.now(), -5);
});

test('learners come in pages, with the total of all', async () => {
  const { workspace, answer } = await setUp();
  for (const n of [1, 2, 3]) await make.user(workspace, { email: `${n}@example.com`, createdAt: days(n - 10) });
  await make.user(workspace, { role: 'auditor' });
  const { learners } = await answer({ limit: '2', offset: '1' });
  expect(learners).toMatchObject({ total: 3, limit: 2, offset: 1 });
  expect(learners.items.map(({ email }) => email)).toEqual(['2@example.com', '3@example.com']);
  expect((await answer({ offset: '3' })).learners).toMatchObject({ total: 3, items: [] });
});

test('what the workspace does not have is 404, the department first', async () => {
  const { ask } = await setUp();
  const elsewhere = await setUp();
  const unknown = { department_id: UNKNOWN, course_id: UNKNOWN, module_id: UNKNOWN, user_id: UNKNOWN };
  expect(await ask(unknown)).toMatchObject({ status: 404, json: { code: 'department_not_found' } });
  for (const name of ['department', 'course', 'module', 'user']) {
    const refused = await ask({ [`${name}_id`]: UNKNOWN });
    expect(refused, name).toMatchObject({ status: 404, json: { code: `${name}_not_found` } });
  }
  expect(await ask({ module_id: elsewhere.once.id })).toMatchObject({ status: 404 });
});

test.each([
  'from=2026-02-01&to=2026-02-01',
  'window_days=0',
  'window_days=366',
  'limit=501',
  'include=',
  'include=users',
])('%s is 400', async (query) => {
  const { call } = await server.api(['analytics:read']);
  expect(await call('GET', `/api/v1/analytics?${query}`)).toMatchObject({ status: 400 });
});

test('a trainer sees the learners of their department, and no module of others that these do not have', async () => {
  const { workspace, once } = await setUp();
  const [own, other] = [await make.department(workspace), await make.department(workspace)];
  const colleague = await make.user(workspace, { departmentId: own.id });
  const stranger = await make.user(workspace, { departmentId: other.id });
  await make.enrollment(workspace, colleague.id, once.id);
  await make.enrollment(workspace, stranger.id, once.id);
  const trainer = await server.as('trainer', workspace, own.id);
  const seen = await trainer.analytics.read.query({});
  expect(seen.learners?.items.map(({ user_id }) => user_id)).toEqual([colleague.id]);
  expect(seen.modules).toEqual([expect.objectContaining({ module_id: once.id, assigned: 1 })]);
  const refusal = (code: string) => ({ data: { httpStatus: 404, app_code: code } });
  await expect(trainer.analytics.read.query({ user_id: stranger.id })).rejects.toMatchObject(refusal('user_not_found'));
  const department = trainer.analytics.read.query({ department_id: other.id });
  await expect(department).rejects.toMatchObject(refusal('department_not_found'));
});

test('a learner sees themselves', async () => {
  const { workspace, once } = await setUp();
  const other = await make.user(workspace);
  await make.enrollment(workspace, other.id, once.id);
  const learner = await server.as('learner', workspace);
  expect(await learner.analytics.read.query({})).toMatchObject({ modules: [], learners: { total: 1 } });
  await expect(learner.analytics.read.query({ user_id: other.id })).rejects.toMatchObject({
    data: { httpStatus: 404 },
  });
});

test('however its filters are combined, a connection prepares no more than six texts of it', async () => {
  const { workspace, course, yearly, ask } = await setUp();
  const { id: department_id } = await make.department(workspace, 'Warehouse');
  const { id: user_id } = await make.user(workspace, { departmentId: department_id });
  const filters = Object.entries({
    department_id,
    course_id: course.id,
    module_id: yearly.id,
    user_id,
    from: days(-9).toISOString(),
    include: 'learners',
    include_inactive: 'false',
  });
  for (let chosen = 0; chosen < 2 ** filters.length; chosen++) {
    const { status } = await ask(Object.fromEntries(filters.filter((_, n) => chosen & (2 ** n))));
    expect(status).toBe(200);
  }
  const { pool } = server.pools.requests;
  const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const counts = await Promise.all(
    connections.map(async (connection) => {
      const { rowCount } = await connection.query(`select from pg_prepared_statements where name like 'analytics-%'`);
      connection.release();
      return rowCount;
    }),
  );
  // With and without the inactive, for whoever sees all, a department or themselves.
  expect(Math.max(...counts.map(Number))).toBeLessThanOrEqual(6);
  expect(counts.some(Number)).toBe(true);
});

test('all parts are of one moment, whatever is written meanwhile', async () => {
  const { workspace, answer, yearly } = await setUp();
  for (let n = 0; n < 5; n++) {
    const { id } = await make.user(workspace);
    await make.enrollment(workspace, id, yearly.id, { startedAt: days(-1) });
  }
  const writer = await connect(server.databaseUrl);
  let reading = true;
  const writing = (async () => {
    const complete = `update enrollments set completed_at = case when completed_at is null then now() end,
      expires_at = case when completed_at is null then now() + interval '1 year' end where workspace_id = $1`;
    while (reading) await writer.query(complete, [workspace.id]);
  })();
  for (let n = 0; n < 30; n++) {
    const { modules, learners, recertification } = await answer();
    const { completed, in_progress } = modules[0]!;
    expect([0, 5]).toContain(completed);
    expect(completed + in_progress).toBe(5);
    expect(learners.items.filter((learner) => learner.completed === 1)).toHaveLength(completed);
    expect(recertification).toMatchObject({ current: completed, never_certified: in_progress });
  }
  reading = false;
  await writing;
});
