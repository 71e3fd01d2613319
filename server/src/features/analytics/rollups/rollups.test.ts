import type { Analytics } from '@training/shared/analytics/analytics';
import type pg from 'pg';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../../test/database.ts';
import { startTestServer } from '../../../../test/server.ts';
import { StallMonitor } from '../../../platform/concurrency/event-loop-stalls.ts';
import { addPendingChangesToRollups } from './aggregate-changes.ts';
import { recordDueTransitions } from './record-due-transitions.ts';
import { rebuildRollups } from './rebuild.ts';
import { startRollupWorker } from './start-rollup-worker.ts';
import { verifyRollups } from './verify.ts';

const server = await startTestServer();
const log = pino({ enabled: false });
const { make, db } = server;
const DAY = 86_400_000;

/** A workspace with two departments, some people in the first, and two modules that each is assigned to. */
async function setUp(people = 5) {
  const workspace = await make.workspace();
  const [own, other] = [await make.department(workspace), await make.department(workspace)];
  const course = await make.course(workspace);
  const modules = [
    await make.module(workspace, course.id, { validityDays: 365, status: 'published' }),
    await make.module(workspace, course.id, { status: 'published' }),
  ];
  const users = await Promise.all(Array.from({ length: people }, () => make.user(workspace, { departmentId: own.id })));
  for (const { id } of users) for (const module of modules) await make.enrollment(workspace, id, module.id);
  const ctx = make.contextOf(workspace);
  const admin = await server.as('auditor', workspace);
  const rows = async (sql: string) => (await db.pool.query(sql, [workspace.id])).rows;
  return {
    ctx,
    workspace,
    own,
    other,
    modules,
    users,
    rows,
    run: (sql: string, ...values: unknown[]) => db.pool.query(sql, [workspace.id, ...values]),
    waiting: async () => (await rows('select id from module_stat_changes where workspace_id = $1')).length,
    verified: () => verifyRollups({ ...ctx, now: new Date() }),
    read: (input: Parameters<typeof admin.analytics.read.query>[0] = {}): Promise<Analytics> =>
      admin.analytics.read.query(input),
  };
}

const COMPLETE = `update enrollments set started_at = coalesce(started_at, now()), completed_at = now(), attempts = attempts + 1,
  best_score = 0.9, progress = 1 where workspace_id = $1`;

// rules/analytics 11
test('progress is written in place and changes no count', async () => {
  const { workspace, waiting, ctx, run } = await setUp(1);
  await addPendingChangesToRollups(ctx);
  await run(`update enrollments set started_at = now(), last_activity_at = now() where workspace_id = $1`);
  expect(await waiting()).toBe(2);
  const client = await connect(server.databaseUrl);
  await client.query('begin');
  for (let n = 1; n <= 5; n++) {
    const tick = 'update enrollments set progress = $2, last_activity_at = now() where workspace_id = $1';
    await client.query(tick, [workspace.id, n / 10]);
  }
  const { rows } = await client.query<{ updated: string; hot: string }>(
    `select pg_stat_get_xact_tuples_updated('enrollments'::regclass) as updated,
       pg_stat_get_xact_tuples_hot_updated('enrollments'::regclass) as hot`,
  );
  await client.query('commit');
  expect(rows).toEqual([{ updated: '10', hot: '10' }]);
  expect(await waiting()).toBe(2);
});

// rules/analytics 11
test('a transaction that is undone changes no count, and one that commits has changed it at once', async () => {
  const { workspace, waiting, read, modules } = await setUp(2);
  const before = await waiting();
  const client = await connect(server.databaseUrl);
  await client.query('begin');
  await client.query(COMPLETE, [workspace.id]);
  expect((await read()).modules?.map(({ completed }) => completed)).toEqual([0, 0]);
  await client.query('rollback');
  expect(await waiting()).toBe(before);
  await client.query(COMPLETE, [workspace.id]);
  expect((await read()).modules).toEqual(
    modules.map(({ id }) => expect.objectContaining({ module_id: id, completed: 2, completion_rate: 1 })),
  );
});

// rules/analytics 12
test('whoever folds at once, each difference is added once, and an answer is the same before and after', async () => {
  const { ctx, waiting, verified, read, run } = await setUp(20);
  await run(COMPLETE);
  const unfolded = await read();
  const folded = await Promise.all([1, 2, 3].map(() => addPendingChangesToRollups(ctx)));
  expect(folded.reduce((sum, n) => sum + n, 0)).toBe(80);
  expect(await waiting()).toBe(0);
  const { generated_at: _, ...answer } = await read();
  expect(unfolded).toMatchObject(answer);
  expect(await verified()).toMatchObject({ equal: true, rows: 40, cells: 4, wrong_cells: 0 });
});

// rules/analytics 13
test('what became overdue or ran out is exact before anybody notes it, and the same after', async () => {
  const { ctx, read, run, rows, verified } = await setUp(3);
  const gone = new Date(Date.now() - DAY);
  await run('update enrollments set due_at = $2, assigned_at = $2 where workspace_id = $1', gone);
  const states = async () => {
    const { modules, recertification } = await read();
    return [modules?.map(({ overdue }) => overdue), recertification];
  };
  expect((await states())[0]).toEqual([3, 3]);
  const issued = new Date(Date.now() - 366 * DAY);
  const certify = `update enrollments set started_at = $2, completed_at = $2, expires_at = $3 where workspace_id = $1
    and module_id in (select id from modules where validity_days is not null)`;
  await run(certify, issued, gone);
  const before = await states();
  expect(before).toMatchObject([[0, 3], { expired: 3, current: 0, due_soon: 0 }]);
  await recordDueTransitions(db, ctx.now);
  const noted = `select id from enrollments where workspace_id = $1 and (overdue or certificate = 'expired')`;
  expect(await rows(noted)).toHaveLength(6);
  expect(await states()).toEqual(before);
  await addPendingChangesToRollups(ctx);
  expect(await states()).toEqual(before);
  // A time that a slow clock hasn't reached yet.
  await run(`update module_stat_clocks set noted_until = now() + interval '1 hour' where workspace_id = $1`);
  expect(await states()).toEqual(before);
  expect(await verified()).toMatchObject({ equal: true });
});

/** Runs with a process clock that is two days ahead of the database's. */
async function ahead(work: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY });
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

const NOTED_EARLY = `select user_id from enrollments where workspace_id = $1 and (overdue or certificate in ('due_soon', 'expired'))`;

/** A workspace in which a cycle becomes due, a certificate due soon, and another one expires tomorrow. */
async function withTomorrow() {
  const workspace = await setUp(3);
  const tomorrow = new Date(Date.now() + DAY);
  const [due, soon, expiring] = workspace.users;
  await workspace.run('update enrollments set due_at = $2 where workspace_id = $1 and user_id = $3', tomorrow, due!.id);
  for (const [person, expiresAt] of [
    [soon!, new Date(tomorrow.getTime() + 30 * DAY)],
    [expiring!, tomorrow],
  ] as const) {
    const done = `update enrollments set started_at = now(), completed_at = now(), expires_at = $2, progress = 1 where workspace_id = $1
      and user_id = $3 and module_id in (select id from modules where validity_days is not null)`;
    await workspace.run(done, expiresAt, person.id);
  }
  return workspace;
}

// rules/analytics 13
test('an instance whose clock is ahead records nothing early', async () => {
  const { rows, waiting, verified } = await withTomorrow();
  const stopping = new AbortController();
  await ahead(async () => {
    await recordDueTransitions(db);
    const worker = startRollupWorker({
      db,
      log,
      stalls: new StallMonitor(log),
      stopping: stopping.signal,
      lookEvery: 50,
    });
    await expect.poll(waiting).toBe(0);
    stopping.abort();
    await worker.stop();
  });
  expect(await rows(`${NOTED_EARLY} and certificate <> 'due_soon'`)).toEqual([]);
  expect(await rows('select noted_until < now() as past from module_stat_clocks where workspace_id = $1')).toEqual([
    { past: true },
  ]);
  expect(await verified()).toMatchObject({ equal: true });
});

// rules/analytics 13
test('verify holds from a clock that is behind, and rebuild undoes what a clock ahead recorded', async () => {
  const { ctx, read, rows, verified } = await withTomorrow();
  const before = await read();
  const future = new Date(Date.now() + 2 * DAY);
  await recordDueTransitions(db, future);
  await addPendingChangesToRollups({ ...ctx, now: future });
  expect(await rows(NOTED_EARLY)).not.toHaveLength(0);
  expect(await verified()).toMatchObject({ equal: true });
  await rebuildRollups(ctx);
  expect(await rows(`${NOTED_EARLY} and certificate <> 'due_soon'`)).toEqual([]);
  expect(await rows('select noted_until < now() as past from module_stat_clocks where workspace_id = $1')).toEqual([
    { past: true },
  ]);
  expect(await verified()).toMatchObject({ equal: true });
  const { generated_at: _, ...after } = await read();
  expect(before).toMatchObject(after);
});

// rules/analytics 12
test('verify finds what nobody should have done, and rebuild mends the counts', async () => {
  const { ctx, verified, run } = await setUp(3);
  await addPendingChangesToRollups(ctx);
  await run('update module_stats set completed = completed + 1 where workspace_id = $1');
  expect(await verified()).toMatchObject({ equal: false, wrong_rows: 0, wrong_cells: 2 });
  await rebuildRollups(ctx);
  expect(await verified()).toMatchObject({ equal: true });
  await run('delete from department_module_stats where workspace_id = $1');
  expect(await verified()).toMatchObject({ equal: false, wrong_cells: 2 });
  await rebuildRollups(ctx);
  expect(await verified()).toMatchObject({ equal: true });
  const client = await connect(server.databaseUrl);
  await client.query('set session_replication_role = replica');
  await client.query('update users set department_id = null where workspace_id = $1', [ctx.workspace.id]);
  expect(await verified()).toMatchObject({ equal: false, wrong_rows: 6, wrong_cells: 0 });
});

/** Changes the database directly, bypassing all triggers. */
async function byHand(sql: string, workspaceId: string): Promise<number> {
  const client = await connect(server.databaseUrl);
  await client.query('set session_replication_role = replica');
  return (await client.query(sql, [workspaceId])).rowCount ?? 0;
}

const ONE = `ctid = (select ctid from enrollments where workspace_id = $1 and completed_at is not null limit 1)`;

test.each([
  ['a completion that was removed', `delete from enrollments where workspace_id = $1 and ${ONE}`],
  ['one that was taken back', `update enrollments set completed_at = null where workspace_id = $1 and ${ONE}`],
  [
    'completions at other moments',
    `update enrollments set completed_at = completed_at - interval '1 day' where workspace_id = $1 and completed_at is not null`,
  ],
  ['another score', `update enrollments set best_score = 0.1 where workspace_id = $1 and ${ONE}`],
  ['a pass that was none', `update enrollments set passed = not passed where workspace_id = $1 and ${ONE}`],
  [
    'a certificate that lasts longer',
    `update enrollments set expires_at = now() + interval '9 years' where workspace_id = $1 and ${ONE}`,
  ],
  [
    'a certificate that was noted as none',
    `update enrollments set certificate = 'none' where workspace_id = $1 and ${ONE}`,
  ],
  [
    'a cycle that was written in',
    `insert into enrollments (workspace_id, id, user_id, module_id, cycle, is_current, assigned_at, started_at, completed_at, expires_at,
       progress)
     select workspace_id, gen_random_uuid(), user_id, module_id, 9, false, now(), now(), now(), now(), 1
     from enrollments where workspace_id = $1 and ${ONE}`,
  ],
  ['somebody who is made inactive', `update users set is_active = false where workspace_id = $1`],
  ['a median', `update module_stats set median_seconds = 1 where workspace_id = $1`],
  ['a newest completion', `update department_module_stats set last_completed_at = now() where workspace_id = $1`],
  [
    'differences that nothing caused',
    `insert into module_stat_changes select (jsonb_populate_record(null::module_stat_changes, to_jsonb(s) || jsonb_build_object(
       'id', gen_random_uuid(), 'completions', false, 'certificates', false, 'at', now()))).*
     from department_module_stats s where workspace_id = $1`,
  ],
])('verify tells %s, where it was done by hand in the database', async (_, sql) => {
  const { ctx, users, run, verified } = await setUp(3);
  for (const { id } of users.slice(1)) await run(`${COMPLETE} and user_id = $2`, id);
  await addPendingChangesToRollups(ctx);
  expect(await verified()).toMatchObject({ equal: true });
  expect(await byHand(sql, ctx.workspace.id)).toBeGreaterThan(0);
  expect(await verified()).toMatchObject({ equal: false });
});

test('verify tells that two cycles were swapped, of which one is the newest certificate', async () => {
  const { ctx, workspace, verified } = await setUp(0);
  const course = await make.course(workspace);
  const [person, module] = [await make.user(workspace), await make.module(workspace, course.id)];
  const done = { startedAt: new Date(), completedAt: new Date(), progress: 1 };
  const ended = { ...done, expiresAt: new Date(Date.now() + DAY), isCurrent: false };
  await make.enrollment(workspace, person.id, module.id, ended);
  await make.enrollment(workspace, person.id, module.id, { ...done, cycle: 2 });
  expect(await verified()).toMatchObject({ equal: true });
  // Swap in steps, because both at once would violate the unique key of cycles.
  for (const sql of ['cycle = 3 where cycle = 1', 'cycle = 1 where cycle = 2', 'cycle = 2 where cycle = 3']) {
    await byHand(`update enrollments set ${sql} and workspace_id = $1`, ctx.workspace.id);
  }
  expect(await verified()).toMatchObject({ equal: false, wrong_rows: 1 });
});

// rules/analytics 15
test(
  'while people write, are moved and deactivated, and others fold and rebuild, what is kept is what the rows say',
  { tags: ['deep'] },
  async () => {
    const { ctx, workspace, own, other, users, modules, verified, waiting } = await setUp(12);
    const writing = new AbortController();
    const writer = async (write: (client: pg.Client, n: number) => Promise<unknown>) => {
      const client = await connect(server.databaseUrl);
      for (let n = 0; !writing.signal.aborted; n++) await write(client, n);
    };
    const one = (n: number) => users[(n * 7) % users.length]!.id;
    // One cycle in a statement, as learners write: two statements that each lock two cycles could deadlock.
    const cycle = 'user_id = $2 and module_id = $3';
    const of = (n: number) => [workspace.id, one(n), modules[n % 5 > 2 ? 1 : 0]!.id];
    const writers = [
      writer((client, n) => client.query(`${COMPLETE} and ${cycle}`, of(n))),
      writer((client, n) =>
        client.query(
          `update enrollments set completed_at = null where workspace_id = $1 and ${cycle} and completed_at is not null`,
          of(n + 3),
        ),
      ),
      writer((client, n) =>
        client.query('update users set department_id = $3, is_active = $4 where workspace_id = $1 and id = $2', [
          workspace.id,
          one(n + 5),
          n % 2 ? own.id : other.id,
          n % 3 > 0,
        ]),
      ),
      writer(() => addPendingChangesToRollups({ ...ctx, now: new Date() })),
    ];
    for (let n = 0; n < 15; n++) {
      expect(await verified()).toMatchObject({ equal: true, rows: 24 });
      if (n % 5 === 2) await rebuildRollups({ ...ctx, now: new Date() });
    }
    writing.abort();
    await Promise.all(writers);
    await addPendingChangesToRollups(ctx);
    expect(await waiting()).toBe(0);
    expect(await verified()).toMatchObject({ equal: true, rows: 24 });
  },
);

test('whoever is moved while they are being assigned to something counts where they are moved to', async () => {
  const { workspace, own, other, users, modules, run, read, verified } = await setUp(1);
  const { id } = users[0]!;
  await run('delete from enrollments where workspace_id = $1');
  const assigning = await connect(server.databaseUrl);
  await assigning.query('begin');
  await assigning.query(
    `insert into enrollments (workspace_id, id, user_id, module_id, assigned_at)
     values ($1, gen_random_uuid(), $2, $3, now())`,
    [workspace.id, id, modules[0]!.id],
  );
  // Changes of other people don't wait for it.
  await run(`update users set full_name = 'Renamed' where workspace_id = $1 and id = $2`, id);
  const moving = run('update users set department_id = $3 where workspace_id = $1 and id = $2', id, other.id);
  const waits = async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like 'update users%'`,
    );
    return rows.length;
  };
  await expect.poll(waits).toBe(1);
  await assigning.query('commit');
  await moving;
  const [before, after] = [await read({ department_id: own.id }), await read({ department_id: other.id })];
  expect([before.modules?.[0]?.assigned, after.modules?.[0]?.assigned]).toEqual([0, 1]);
  expect(await verified()).toMatchObject({ equal: true, rows: 1 });
});

// rules/analytics 12
test('a running server folds by itself what was there when it started, and what is written', async () => {
  const { waiting, run, verified } = await setUp(2);
  expect(await waiting()).toBe(4);
  const running = await startTestServer({ databaseUrl: server.databaseUrl, jobs: true, keepOpen: true });
  try {
    await expect.poll(waiting).toBe(0);
    await run(COMPLETE);
    await expect.poll(waiting).toBe(0);
  } finally {
    await running.close();
  }
  expect(await verified()).toMatchObject({ equal: true, rows: 4 });
});
