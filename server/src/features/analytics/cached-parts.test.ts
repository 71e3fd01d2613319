import type pg from 'pg';
import { ReadAnalytics } from '@training/shared/analytics/analytics';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { analyticsOf, completedOn, days } from './analytics-fixture.ts';
import { clearAllCachedParts } from './cached-parts.ts';
import { readAnalytics } from './read-analytics.ts';
import { addPendingChangesToRollups } from './rollups/aggregate-changes.ts';
import { recordDueTransitions } from './rollups/record-due-transitions.ts';
import { rebuildRollups } from './rollups/rebuild.ts';

const server = await startTestServer();
const { make, db } = server;

/** A workspace with people in all states: late, lapsed, and with an assignment and a certificate to a hidden module. */
async function setUp() {
  const api = await analyticsOf(server);
  const { workspace, course, yearly, once } = api;
  const department = await make.department(workspace);
  const people = [];
  for (let n = 0; n < 4; n++)
    people.push(await make.user(workspace, { ...(n % 2 && { departmentId: department.id }) }));
  const [busy, late, certified, done] = people.map(({ id }) => id);
  await make.enrollment(workspace, busy!, once.id);
  await make.enrollment(workspace, late!, once.id, { dueAt: days(-1) });
  await make.enrollment(workspace, certified!, yearly.id, completedOn(days(-300), days(20)));
  await make.enrollment(workspace, done!, once.id, completedOn(days(-3)));
  const ctx = make.contextOf(workspace);
  const run = (sql: string, ...values: unknown[]) => db.pool.query(sql, [workspace.id, ...values]);
  return { ...api, ctx, run, course, department, busy, late, certified, done };
}
type World = Awaited<ReturnType<typeof setUp>>;

const CHANGES: [string, (world: World) => Promise<unknown>][] = [
  ['nothing', async () => {}],
  [
    'a completion',
    ({ run, busy }) =>
      run(
        'update enrollments set started_at = now(), completed_at = now(), progress = 1 where workspace_id = $1 and user_id = $2',
        busy,
      ),
  ],
  [
    'a due date that passed',
    ({ run, busy }) =>
      run(`update enrollments set due_at = now() - interval '1 hour' where workspace_id = $1 and user_id = $2`, busy),
  ],
  [
    'a due date that is put off',
    ({ run, late }) =>
      run(`update enrollments set due_at = now() + interval '1 hour' where workspace_id = $1 and user_id = $2`, late),
  ],
  [
    'a certificate that ran out',
    ({ run, certified }) =>
      run(
        `update enrollments set expires_at = now() - interval '1 hour' where workspace_id = $1 and user_id = $2`,
        certified,
      ),
  ],
  [
    'a certificate that lasts longer',
    ({ run, certified }) =>
      run(
        `update enrollments set expires_at = expires_at + interval '1 hour' where workspace_id = $1 and user_id = $2`,
        certified,
      ),
  ],
  [
    'a completion at another time',
    ({ run, done }) =>
      run(
        `update enrollments set completed_at = completed_at + interval '1 day' where workspace_id = $1 and user_id = $2`,
        done,
      ),
  ],
  [
    'another score',
    ({ run, done }) => run('update enrollments set best_score = 0.1 where workspace_id = $1 and user_id = $2', done),
  ],
  ['a title', ({ run, once }) => run(`update modules set title = 'New' where workspace_id = $1 and id = $2`, once.id)],
  [
    'a course of another department',
    ({ run, course, department }) =>
      run('update courses set department_id = $3 where workspace_id = $1 and id = $2', course.id, department.id),
  ],
  [
    'a module more',
    ({ workspace, course }) => make.module(workspace, course.id, { status: 'published', validityDays: 30 }),
  ],
  [
    'somebody who moves',
    ({ run, department, busy }) =>
      run('update users set department_id = $3 where workspace_id = $1 and id = $2', busy, department.id),
  ],
  [
    'somebody who leaves',
    ({ run, done }) => run('update users set is_active = false where workspace_id = $1 and id = $2', done),
  ],
  [
    'an excuse',
    ({ run, late }) => run('update enrollments set waived_at = now() where workspace_id = $1 and user_id = $2', late),
  ],
  [
    'a module that is archived',
    ({ run, once }) => run(`update modules set status = 'archived' where workspace_id = $1 and id = $2`, once.id),
  ],
  ['moments that are recorded', () => recordDueTransitions(db)],
  ['a fold', ({ ctx }) => addPendingChangesToRollups(ctx)],
  ['a rebuild', ({ ctx }) => rebuildRollups(ctx)],
  ['a removal', ({ run, busy }) => run('delete from enrollments where workspace_id = $1 and user_id = $2', busy)],
];

/** Changes that `npm test` tries. */
const QUICK = new Set(['nothing', 'a completion']);

for (const [what, change] of CHANGES) {
  // rules/analytics 18
  test(
    `after ${what} the next answer is what it is without the cache, folded or not`,
    { tags: QUICK.has(what) ? [] : ['deep'] },
    async () => {
      for (const folded of [false, true]) {
        const world = await setUp();
        const { answer, ctx, department } = world;
        if (folded) {
          await recordDueTransitions(db);
          await addPendingChangesToRollups(ctx);
        }
        const asked = [{}, { include: 'modules' }, { department_id: department.id }, { include_inactive: 'true' }];
        const read = async () =>
          JSON.stringify(
            await Promise.all(asked.map((query) => answer(query as Record<string, string>))),
            (key, value: unknown) => (key === 'generated_at' ? undefined : value),
          );
        await read();
        const before = await read();
        await change(world);
        if (folded) await addPendingChangesToRollups(ctx);
        const after = await read();
        clearAllCachedParts();
        expect(after).toBe(await read());
        expect(await read()).toBe(after);
        if (what === 'nothing') expect(after).toBe(before);
      }
    },
  );
}

// rules/analytics 18
test('what the clock alone changes is in the next answer', async () => {
  const { ctx, busy, run } = await setUp();
  await run(`update enrollments set due_at = now() + interval '1 day' where workspace_id = $1 and user_id = $2`, busy);
  await addPendingChangesToRollups(ctx);
  const at = async (now: Date) =>
    JSON.parse(JSON.stringify(await readAnalytics({ ...ctx, now }, ReadAnalytics.parse({}))));
  const overdue = async (now: Date) =>
    (await at(now)).modules.reduce((sum: number, module: { overdue: number }) => sum + module.overdue, 0);
  expect(await overdue(days(0))).toBe(1);
  expect(await overdue(days(0))).toBe(1);
  expect(await overdue(days(2))).toBe(2);
  expect((await at(days(25))).recertification).toMatchObject({ due_soon: 0, expired: 1 });
  expect((await at(days(0))).recertification).toMatchObject({ due_soon: 1, expired: 0 });
});

// rules/analytics 18
test('counted parts are built once, and not again until something changes', async () => {
  const { ctx, run, once } = await setUp();
  await addPendingChangesToRollups(ctx);
  let built = 0;
  const pool = Object.create(db.pool, {
    query: {
      value: (query: { text: string }) => {
        if (query.text.includes('module_counts')) built++;
        return db.pool.query(query);
      },
    },
  }) as pg.Pool;
  const read = () => readAnalytics({ ...ctx, db: { ...db, pool }, now: new Date() }, ReadAnalytics.parse({}));
  for (let n = 0; n < 5; n++) await read();
  expect(built).toBe(1);
  await run(`update modules set title = 'New' where workspace_id = $1 and id = $2`, once.id);
  for (let n = 0; n < 5; n++) await read();
  expect(built).toBe(2);
});
