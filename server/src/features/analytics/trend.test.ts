import { AnalyticsTrend, type TrainingConcernKind } from '@training/shared/analytics/analytics-lists';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer } from '../../../test/server.ts';
import { readTrainingTrend } from './read-trend.ts';

const server = await startTestServer();
const { make, db } = server;
const DAY = 86_400_000;

/** Days before now, at noon, so that no moment is a point's. */
const ago = fc.integer({ min: 1, max: 220 }).map((days) => days - 0.5);
const person = fc.record({
  department: fc.constantFrom(0, 1),
  isActive: fc.constantFrom(true, true, true, false),
  module: fc.constantFrom(0, 1, 2),
  cycles: fc.array(
    fc.record({
      due: fc.option(ago, { nil: null, freq: 6 }),
      completed: ago,
      lasts: fc.option(fc.integer({ min: 5, max: 240 }), { nil: null, freq: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  isFinished: fc.boolean(),
  ends: fc.constantFrom('counts', 'counts', 'counts', 'waived'),
});

interface Row {
  counted: boolean;
  is_current: boolean;
  cycle: number;
  person: string;
  published: boolean;
  due_at: Date | null;
  completed_at: Date | null;
  expires_at: Date | null;
  certified_until: Date | null;
}

/** Computes a point from the rows, as the rule says it. */
function modelOf(rows: Row[], now: number, back: number) {
  const at = now - back * DAY;
  const isOpen = (row: Row) => row.completed_at === null && row.counted && row.published;
  const due = rows.filter(
    (row) =>
      row.due_at !== null &&
      +row.due_at <= at &&
      +row.due_at > at - 90 * DAY &&
      (row.completed_at !== null || isOpen(row)),
  );
  const onTime = due.filter(({ due_at, completed_at }) => completed_at !== null && +completed_at <= +due_at!);
  const overdue = rows.filter(
    (row) =>
      row.due_at !== null &&
      +row.due_at <= at &&
      (isOpen(row) || (row.completed_at !== null && +row.completed_at > at)),
  );
  const isSoon = (end: Date | null) => end !== null && +end > at && +end <= at + 30 * DAY;
  const earned = rows.filter(({ completed_at }) => completed_at !== null && +completed_at <= at);
  const expiring =
    back === 0
      ? rows.filter(({ counted, certified_until }) => counted && isSoon(certified_until))
      : earned.filter(
          (row) =>
            isSoon(row.expires_at) &&
            !earned.some(
              (other) =>
                other.person === row.person &&
                ((other.expires_at !== null && +other.expires_at > +row.expires_at!) ||
                  (other.cycle > row.cycle && (other.expires_at === null || +other.expires_at === +row.expires_at!))),
            ),
        );
  const rate = due.length === 0 ? null : Math.round((onTime.length / due.length) * 10_000) / 10_000;
  return {
    due: due.length,
    on_time: onTime.length,
    on_time_rate: rate,
    overdue: overdue.length,
    expiring: expiring.length,
  };
}

async function rowsOf(workspace: TestWorkspace, departmentId: string | null): Promise<Row[]> {
  const { rows } = await db.pool.query<Row>(
    `select e.counted, e.is_current, e.cycle, e.user_id || '/' || e.module_id as person, m.status = 'published' as published,
       e.due_at, e.completed_at, e.expires_at, e.certified_until
     from enrollments e join users u on u.id = e.user_id join modules m on m.id = e.module_id
     where e.workspace_id = $1 and u.is_active and ($2::uuid is null or u.department_id = $2)`,
    [workspace.id, departmentId],
  );
  return rows;
}

/** Compares each point of the trend of random histories with a model. */
async function pointsAreRows(numRuns: number) {
  const histories = fc.array(person, { minLength: 5, maxLength: 15, size: 'max' });
  const check = async (people: typeof histories extends fc.Arbitrary<infer T> ? T : never) => {
    const workspace = await make.workspace();
    const departments = [await make.department(workspace), await make.department(workspace)];
    const course = await make.course(workspace, { published: true });
    const modules = [
      await make.module(workspace, course.id, { status: 'published', validityDays: 365 }),
      await make.module(workspace, course.id, { status: 'published' }),
      await make.module(workspace, course.id, { status: 'draft' }),
    ];
    const now = new Date();
    const before = (days: number) => new Date(now.getTime() - days * DAY);
    for (const { department, isActive, module, cycles, isFinished, ends } of people) {
      const { id } = await make.user(workspace, { departmentId: departments[department]!.id, isActive });
      for (const [n, { due, completed, lasts }] of cycles.entries()) {
        const isLast = n === cycles.length - 1;
        const isDone = !isLast || isFinished;
        await make.enrollment(workspace, id, modules[module]!.id, {
          cycle: n + 1,
          isCurrent: isLast,
          assignedAt: before(400),
          dueAt: due === null ? null : before(due),
          ...(isDone && { completedAt: before(completed), startedAt: before(completed), progress: 1 }),
          ...(isDone && lasts !== null && { expiresAt: before(completed - lasts) }),
          ...(!isDone && ends === 'waived' && { waivedAt: before(3), waivedByName: 'T', waivedReason: 'Off sick' }),
        });
      }
    }
    const auditor = await server.as('auditor', workspace);
    for (const department_id of [undefined, departments[0]!.id]) {
      const ctx = { ...make.contextOf(workspace), now };
      const { points } = AnalyticsTrend.parse(
        JSON.parse(JSON.stringify(await readTrainingTrend(ctx, { department_id }))),
      );
      const rows = await rowsOf(workspace, department_id ?? null);
      for (const [n, { at, ...point }] of points.entries()) {
        const back = (points.length - 1 - n) * 10;
        expect(Date.parse(at)).toBe(now.getTime() - back * DAY);
        expect(point, `${back} days ago`).toEqual(modelOf(rows, now.getTime(), back));
      }
      const totalOf = async (list: TrainingConcernKind) =>
        (await auditor.analytics.concerns.query({ list, department_id })).total;
      expect(points.at(-1)).toMatchObject({ overdue: await totalOf('overdue'), expiring: await totalOf('expiring') });
    }
  };
  await fc.assert(fc.asyncProperty(histories, check), { numRuns });
}

// rules/analytics 19
test('each point of the trend is what the rows say, and the last one is the lists of now', () => pointsAreRows(2));

// rules/analytics 19
test('each point is, of many histories', { tags: ['deep'] }, () => pointsAreRows(20));

test('a trainer’s figures are those of their department, and learners have none', async () => {
  const workspace = await make.workspace();
  const [own, other] = [await make.department(workspace), await make.department(workspace)];
  const course = await make.course(workspace, { published: true });
  const module = await make.module(workspace, course.id, { status: 'published' });
  for (const { id } of [own, other, other]) {
    const user = await make.user(workspace, { departmentId: id });
    await make.enrollment(workspace, user.id, module.id, { dueAt: new Date(Date.now() - DAY) });
  }
  const overdue = async (role: 'trainer' | 'auditor') => {
    const client = await server.as(role, workspace, role === 'trainer' ? own.id : undefined);
    return (await client.analytics.trend.query({})).points.map((point) => point.overdue);
  };
  expect(await overdue('trainer')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect((await overdue('auditor')).at(-1)).toBe(3);
  const learner = await server.as('learner', workspace);
  await expect(learner.analytics.trend.query({})).rejects.toMatchObject({ data: { httpStatus: 403 } });
});
