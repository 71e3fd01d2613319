import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { analyticsOf, completedOn, days } from './analytics-fixture.ts';

const server = await startTestServer();
const { make } = server;
const setUp = () => analyticsOf(server);

// rules/analytics 6
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
    attested: 0,
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

// rules/analytics 5 and 6
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

// rules/analytics 10
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

// rules/learning 3, rules/analytics 10
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

// rules/learning 3, rules/analytics 10
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

// rules/values 2, rules/analytics 4 and 5
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

// rules/analytics 7
test('inactive people count only when asked for', async () => {
  const { workspace, answer, once } = await setUp();
  const { id } = await make.user(workspace, { isActive: false });
  await make.enrollment(workspace, id, once.id);
  const usual = await answer();
  expect([usual.modules[1]!.assigned, usual.learners.total]).toEqual([0, 0]);
  const all = await answer({ include_inactive: 'true' });
  expect([all.modules[1]!.assigned, all.learners.total]).toEqual([1, 1]);
});
