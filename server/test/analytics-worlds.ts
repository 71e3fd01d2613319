import { ReadAnalytics } from '@training/shared/analytics/analytics';
import fc from 'fast-check';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import type { World } from './analytics-model.ts';
import type { TestWorkspace } from './make.ts';

export const NOW = Date.UTC(2026, 2, 15, 12);
export const HOUR = 3_600_000;
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
/** Few of them, so that moments fall together with each other and with the bounds. */
export const step = fc.integer({ min: -6, max: 6 }).map((n) => NOW + n * 24 * HOUR * 5);
export const moment = fc.oneof(
  { weight: 3, arbitrary: step },
  { weight: 1, arbitrary: fc.integer({ min: -900 * HOUR, max: 300 * HOUR }).map((n) => NOW + n) },
);
export const share = fc.oneof(fc.constantFrom(0, 8_000, 10_000), fc.integer({ min: 0, max: 10_000 }));
export const index = fc.nat({ max: 4 });
/** Filters are rare, because all of them together leave nothing to compare. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const cycle = fc.record({
  assigned: moment,
  due: maybe(moment),
  state: fc.constantFrom('not started', 'started', 'completed'),
  completed: moment,
  expires: maybe(moment),
  active: maybe(moment),
  progress: share,
  attempts: fc.nat({ max: 3 }),
  best: maybe(share),
  source: fc.constantFrom<'assignment' | 'library'>('assignment', 'assignment', 'assignment', 'library'),
  waived: fc.constantFrom(false, false, false, false, true),
  attested: fc.constantFrom(false, false, true),
});
export const plan = fc.record({
  departments: fc.integer({ min: 1, max: 3 }),
  users: fc.array(
    fc.record({
      role: fc.constantFrom('learner', 'learner', 'auditor', 'content_manager'),
      department: maybe(index),
      manager: maybe(index),
      active: fc.constantFrom(true, true, true, false),
      created: moment,
    }),
    { minLength: 1, maxLength: 5, size: 'max' },
  ),
  courses: fc.array(fc.record({ department: maybe(index), created: fc.constantFrom(NOW, NOW - HOUR) }), {
    minLength: 1,
    maxLength: 3,
  }),
  modules: fc.array(
    fc.record({
      course: index,
      validityDays: maybe(fc.constant(365)),
      passScore: fc.constantFrom(5_000, 8_000),
      status: fc.constantFrom('published', 'published', 'published', 'archived', 'draft'),
    }),
    { minLength: 1, maxLength: 5, size: 'max' },
  ),
  enrollments: fc.array(
    fc.record({
      user: index,
      module: index,
      cycles: fc.array(cycle, { minLength: 1, maxLength: 3 }),
      lastIsCurrent: fc.constantFrom(true, true, true, false),
    }),
    { minLength: 5, maxLength: 25, size: 'max' },
  ),
});
export const question = fc.record({
  department: rarely(index),
  course: rarely(index),
  module: rarely(index),
  user: rarely(index),
  manager: rarely(index),
  unknown: fc.constantFrom(...Array(20).fill(null), 'department', 'course', 'module', 'user', 'manager'),
  from: fc.option(step, { nil: null, freq: 2 }),
  to: fc.option(step, { nil: null, freq: 2 }),
  include: fc.constantFrom([], [], ['learners'], ['recertification'], ['recertification', 'modules']),
  inactive: fc.constantFrom(true, true, true, false),
  window: fc.constantFrom(5, 10, 20, 365),
  limit: fc.constantFrom(1, 2, 500),
  offset: fc.constantFrom(0, 0, 1, 3),
  viewer: fc.constantFrom('workspace', 'workspace', 'workspace', 'department', 'own'),
  viewerIs: index,
});

const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
export const at = <T>(rows: T[], n: number): T => rows[n % rows.length]!;

/** A manager is someone before them, so that there are no circles. */
export const managerAmong = (before: string[], n: number | null): string | null =>
  n === null || before.length === 0 ? null : at(before, n);

export function worldOf(p: PlanOf): World {
  const departments = Array.from({ length: p.departments }, (_, n) => ({ id: newId(), name: `Department ${n}` }));
  const department = (n: number | null) => (n === null ? null : at(departments, n).id);
  const ids = p.users.map(() => newId());
  const users = p.users.map((user, n) => ({
    ...user,
    id: ids[n]!,
    email: `${n}@example.com`,
    name: `Person ${n}`,
    department: department(user.department),
    manager: managerAmong(ids.slice(0, n), user.manager),
  }));
  const courses = p.courses.map((c) => ({ ...c, id: newId(), department: department(c.department) }));
  // From the last position to the first, so that the order of insertion is not the answer's.
  const modules = p.modules.map((module, n) => ({
    ...module,
    id: newId(),
    title: `Module ${n}`,
    course: at(courses, module.course).id,
    position: p.modules.length - n,
  }));
  const pairs = new Map(p.enrollments.map((e) => [`${e.user % users.length}/${e.module % modules.length}`, e]));
  const enrollments = [...pairs.values()].flatMap(({ user, module, cycles, lastIsCurrent }) =>
    cycles.map(({ state, waived, attested, ...row }, n) => ({
      ...row,
      id: newId(),
      waived: waived && state !== 'completed',
      attested: attested && state === 'completed',
      passed: row.best !== null && row.best >= at(modules, module).passScore,
      user: at(users, user).id,
      module: at(modules, module).id,
      cycle: n + 1,
      current: lastIsCurrent && n === cycles.length - 1,
      started: state === 'not started' ? null : row.assigned,
      completed: state === 'completed' ? row.completed : null,
      expires: state === 'completed' ? row.expires : null,
    })),
  );
  return { departments, users, courses, modules, enrollments };
}
type PlanOf = typeof plan extends fc.Arbitrary<infer T> ? T : never;
export type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

export const PUBLISH = `
with live as (
  insert into module_revisions (workspace_id, id, module_id, number, title, settings, flashcards, quiz, published_at, published_by_name)
  select workspace_id, gen_random_uuid(), id, 1, title,
    jsonb_build_object('pass_score', pass_score, 'validity_days', validity_days), '[]', '[]', now(), 'Test'
  from modules where workspace_id = $1 and id = any($2::uuid[])
  returning id, module_id)
update modules m set status = 'published', workflow = null, live_revision_id = live.id
from live where m.workspace_id = $1 and m.id = live.module_id`;

/** Writes the rows of a world into a workspace. */
export async function store({ pool }: Database, workspace: TestWorkspace, world: World): Promise<void> {
  // What a table has no column for is left out.
  const everyRow = {
    workspace_id: workspace.id,
    created_at: time(NOW),
    updated_at: time(NOW),
    version: 1,
    settings_version: 1,
    max_attempts: 3,
    show_solutions: 'at_end',
    topic_scores: '[]',
    language: 'en',
  };
  const insert = (table: string, rows: object[]) =>
    pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows.map((row) => ({ ...everyRow, ...row }))),
    ]);
  await insert('departments', world.departments);
  await insert(
    'users',
    world.users.map(({ name, department, manager, active, created, ...user }) => ({
      ...user,
      full_name: name,
      department_id: department,
      manager_id: manager,
      is_active: active,
      created_at: time(created),
    })),
  );
  await insert(
    'courses',
    world.courses.map(({ id, department, created }) => ({
      id,
      title: 'Course',
      emoji: '📦',
      published: false,
      department_id: department,
      created_at: time(created),
    })),
  );
  await insert(
    'modules',
    world.modules.map(({ id, course, title, position, validityDays, passScore }) => ({
      id,
      title,
      position,
      status: 'draft',
      workflow: 'draft',
      cycle: 1,
      round: 0,
      course_id: course,
      validity_days: validityDays,
      pass_score: passScore / 10_000,
    })),
  );
  const ids = (...statuses: string[]) =>
    world.modules.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  await pool.query(PUBLISH, [workspace.id, ids('published', 'archived')]);
  await pool.query(`update modules set status = 'archived' where workspace_id = $1 and id = any($2::uuid[])`, [
    workspace.id,
    ids('archived'),
  ]);
  await saveEnrollments({ pool }, workspace, world.enrollments);
}

/** Writes cycles, new ones and others, in this order. */
export async function saveEnrollments(
  { pool }: Pick<Database, 'pool'>,
  workspace: TestWorkspace,
  rows: World['enrollments'],
): Promise<void> {
  // Each of its own source, because the same from one source is entered once.
  await pool.query(
    `insert into attested_completions (workspace_id, id, user_id, module_id, completed_on, completed_at, source, entered_at,
       entered_by_name)
     select $1, e.id, e.user_id, e.module_id, now(), now(), e.id::text, now(), 'Test'
     from json_populate_recordset(null::enrollments, $2) e where e.attested_id is not null
     on conflict do nothing`,
    [workspace.id, JSON.stringify(rows.map(enrollmentRow))],
  );
  const columns = ['workspace_id', ...Object.keys(enrollmentRow(rows[0]!))];
  await pool.query(
    `insert into enrollments (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_recordset(null::enrollments, $1)
     on conflict (workspace_id, id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [JSON.stringify(rows.map((row) => ({ workspace_id: workspace.id, ...enrollmentRow(row) })))],
  );
}

/** The columns of a cycle that are written to it. */
const enrollmentRow = (e: World['enrollments'][number]) => ({
  id: e.id,
  user_id: e.user,
  module_id: e.module,
  cycle: e.cycle,
  is_current: e.current,
  assigned_at: time(e.assigned),
  due_at: time(e.due),
  started_at: time(e.started),
  completed_at: time(e.completed),
  expires_at: time(e.expires),
  last_activity_at: time(e.active),
  progress: e.progress / 10_000,
  attempts: e.attempts,
  best_score: e.best === null ? null : e.best / 10_000,
  source: e.source,
  waived_at: e.waived ? time(NOW) : null,
  attested_id: e.attested ? e.id : null,
});

export function inputOf(world: World, q: Question): ReadAnalytics {
  const id = (kind: string, n: number | null, rows: { id: string }[]) =>
    q.unknown === kind ? newId() : n === null ? undefined : at(rows, n).id;
  const ids = {
    department_id: id('department', q.department, world.departments),
    course_id: id('course', q.course, world.courses),
    module_id: id('module', q.module, world.modules),
    user_id: id('user', q.user, world.users),
    manager_id: id('manager', q.manager, world.users),
  };
  const [from, to] = q.from !== null && q.to !== null && q.from >= q.to ? [q.to, null] : [q.from, q.to];
  return ReadAnalytics.parse({
    ...Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined)),
    ...(from !== null && { from: new Date(from).toISOString() }),
    ...(to !== null && { to: new Date(to).toISOString() }),
    ...(q.include.length > 0 && { include: q.include }),
    include_inactive: q.inactive,
    window_days: q.window,
    limit: q.limit,
    offset: q.offset,
  });
}
