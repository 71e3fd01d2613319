import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect } from '../../../../test/database.ts';
import { startTestServer } from '../../../../test/server.ts';
import { addPendingChangesToRollups } from './aggregate-changes.ts';
import { rebuildRollups } from './rebuild.ts';
import { verifyRollups } from './verify.ts';

const server = await startTestServer();
const { make, db } = server;

const PEOPLE = 90;
/** Two hundredths of a day in seconds, so that the mean of two durations has no more decimals than an answer. */
const STEP = 1_728;

/** A module with many assignments in two departments; the first department has every third person. */
async function setUp() {
  const workspace = await make.workspace();
  const [own, other] = [await make.department(workspace), await make.department(workspace)];
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { status: 'published' });
  const users = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) => make.user(workspace, { departmentId: (n % 3 === 0 ? own : other).id })),
  );
  const run = (sql: string, ...values: unknown[]) => db.pool.query(sql, [workspace.id, ...values]);
  const auditor = await server.as('auditor', workspace);
  const ctx = make.contextOf(workspace);
  return {
    ctx,
    workspace,
    own,
    /** Resets to no completions and no pending differences. */
    begin: async () => {
      await run('delete from enrollments where workspace_id = $1');
      await run(
        `insert into enrollments (workspace_id, id, user_id, module_id, assigned_at)
         select $1, gen_random_uuid(), id, $2, '2026-01-01Z' from unnest($3::uuid[]) as people (id)`,
        module.id,
        users.map(({ id }) => id),
      );
      await rebuildRollups(ctx);
    },
    /** Completes it for the next people, with durations in steps. */
    complete: async (durations: number[], from: number) => {
      await run(
        `update enrollments e set started_at = assigned_at, completed_at = assigned_at + make_interval(secs => done.seconds),
           attempts = 1, best_score = 1, progress = 1
         from unnest($2::uuid[], $3::integer[]) as done (user_id, seconds)
         where e.workspace_id = $1 and e.user_id = done.user_id`,
        users.slice(from, from + durations.length).map(({ id }) => id),
        durations.map((steps) => steps * STEP),
      );
    },
    read: async (departmentId?: string) => {
      const { modules } = await auditor.analytics.read.query({ include: ['modules'], department_id: departmentId });
      return modules?.[0];
    },
  };
}

function medianDays(steps: number[]): number | null {
  const sorted = steps.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round(low + high) / 100;
}

// rules/analytics 14
test(
  'a median is exact, however many completions were added since it was folded, and wherever they lie',
  { tags: ['deep'] },
  async () => {
    const { ctx, own, begin, complete, read } = await setUp();
    const steps = fc.integer({ min: 0, max: 60 });
    const before = fc.array(steps, { minLength: 20, maxLength: 60 });
    // A few completions keep the median within the stored middle; many on one side push it out.
    const added = fc.oneof(
      fc.array(steps, { maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 15, maxLength: 30 }),
      fc.array(fc.integer({ min: 55, max: 60 }), { minLength: 15, maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(before, added, async (kept, more) => {
        await begin();
        await complete(kept, 0);
        await addPendingChangesToRollups(ctx);
        await complete(more, kept.length);
        const all = [...kept, ...more];
        const ofOwn = all.filter((_, n) => n % 3 === 0);
        const expected = [
          { completed: all.length, median_days_to_complete: medianDays(all) },
          { completed: ofOwn.length, median_days_to_complete: medianDays(ofOwn) },
        ];
        expect([await read(), await read(own.id)]).toMatchObject(expected);
        expect(await verifyRollups({ ...ctx, now: new Date() })).toMatchObject({ equal: true });
        await addPendingChangesToRollups(ctx);
        expect([await read(), await read(own.id)]).toMatchObject(expected);
        expect(await verifyRollups({ ...ctx, now: new Date() })).toMatchObject({ equal: true });
      }),
      { numRuns: 12 },
    );
  },
);

// rules/analytics 14
test('completions that were only added need no row of those before; others have the module counted anew', async () => {
  const { workspace, ctx, begin, complete, read } = await setUp();
  await begin();
  const kept = Array.from({ length: 40 }, (_, n) => n);
  await complete(kept, 0);
  await addPendingChangesToRollups(ctx);
  // Bypasses all triggers, so that a reading from the rows would differ.
  const client = await connect(server.databaseUrl);
  await client.query('set session_replication_role = replica');
  await client.query(
    `update enrollments set assigned_at = assigned_at - interval '99 days' where workspace_id = $1 and completed_at is not null`,
    [workspace.id],
  );
  await complete([50, 51], 40);
  expect(await read()).toMatchObject({ completed: 42, median_days_to_complete: medianDays([...kept, 50, 51]) });
  await client.query('set session_replication_role = origin');
  await client.query(
    `update enrollments set completed_at = null where id = (select id from enrollments where workspace_id = $1
       and completed_at < '2026-01-01T00:00:01Z')`,
    [workspace.id],
  );
  expect((await read())?.median_days_to_complete).toBeGreaterThan(99);
});
