// `node server/bench/analytics.ts --keep <folder>`: analytics from the counts that are kept beside the same answer from
// the rows, by the processor time of PostgreSQL's process, and what keeping them costs whoever writes
// (docs/measurements.md).
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ReadAnalytics } from '@training/shared/analytics/analytics';
import type { Context } from '../src/core/context.ts';
import { createOrm } from '../src/database/orm.ts';
import { WorkPool, NO_TIMEOUTS } from '../src/database/statements/work-pool.ts';
import { analyticsSelectionOf } from '../src/features/analytics/analytics-selection.ts';
import { clearAllCachedParts } from '../src/features/analytics/cached-parts.ts';
import { computeAnalyticsFromRows, readAnalytics } from '../src/features/analytics/read-analytics.ts';
import { addPendingChangesToRollups } from '../src/features/analytics/rollups/aggregate-changes.ts';
import { rebuildRollups } from '../src/features/analytics/rollups/rebuild.ts';
import { verifyRollups } from '../src/features/analytics/rollups/verify.ts';
import { assignEverybody } from './assign-everybody.ts';
import { prepareData, SIZES } from './data.ts';
import { median } from './report.ts';

/** Completions of a minute, and of the time between two folds, at 300 a second. */
const MINUTE = 18_000;
const BETWEEN_FOLDS = 600;
const CLIENTS = 64;

const { values: options } = parseArgs({
  options: {
    keep: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    large: { type: 'boolean', default: false },
  },
});
const folder = path.resolve(options.keep ?? '/var/tmp/training-bench-analytics');
const rounds = Number(options.rounds);
const say = (line: string) => process.stdout.write(`${line}\n`);

mkdirSync(folder, { recursive: true });
const data = await prepareData(folder, options.large ? SIZES.large : SIZES.middle, { say });
const pool = new WorkPool({ url: data.url, size: 1, name: 'bench', limits: NO_TIMEOUTS });
const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
const opened = await createOrm(pool);
const db = { em: opened.em, pool };
const ctx = (): Context => ({
  db,
  workspace: data.workspace,
  actor: { kind: 'system', name: 'Bench' },
  reach: 'workspace',
  now: new Date(),
  requestId: null,
  ip: null,
});

/** Milliseconds of processor time that the one connection's process has used. */
const used = () => Number(readFileSync(`/proc/${backend[0]!.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;

async function processor(work: () => Promise<unknown>, times = rounds): Promise<number> {
  for (let n = 0; n < 2 && times > 1; n++) await work();
  const each: number[] = [];
  for (let n = 0; n < times; n++) {
    const before = used();
    await work();
    each.push(used() - before);
  }
  return median(each);
}

/** Reads as after a change, from the stored counts. */
async function readFresh(input: ReadAnalytics): Promise<void> {
  clearAllCachedParts();
  await readAnalytics(ctx(), input);
}

async function compare(name: string, asked: Record<string, unknown>): Promise<void> {
  const input = ReadAnalytics.parse(asked);
  const kept = await processor(() => readFresh(input));
  const again = await processor(() => readAnalytics(ctx(), input));
  // Of ten million each takes half a minute.
  const rows = await processor(
    () => computeAnalyticsFromRows(db, analyticsSelectionOf(ctx(), input)),
    options.large ? 1 : rounds,
  );
  const [ms, ratio] = [(value: number) => value.toFixed(0), (value: number) => (rows / value).toFixed(1)];
  say(`| ${name} | ${ms(rows)} | ${ms(kept)} | ${ratio(kept)} | ${ms(again)} | ${ratio(again)} |`);
}

const run = (sql: string, ...values: unknown[]) => pool.query(sql, [data.workspace.id, ...values]);
/** Seconds of the processor and, in brackets, of the clock. */
const seconds = async (work: () => Promise<unknown>) => {
  const [began, before] = [performance.now(), used()];
  await work();
  return `${((used() - before) / 1000).toFixed(1)} (${((performance.now() - began) / 1000).toFixed(1)})`;
};

/** What the answer from the rows had before counts were kept. */
const INDEX = `create index if not exists bench_completed on enrollments (workspace_id, module_id, user_id)
  include (is_current, assigned_at, completed_at, expires_at) where completed_at is not null`;

async function readings(): Promise<void> {
  await pool.query(INDEX);
  await pool.query('vacuum (analyze) enrollments');
  say(
    '\n| PostgreSQL’s processor, ms | from the rows | from the counts | ratio | unchanged | ratio |\n|---|---|---|---|---|---|',
  );
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  await compare('whole', {});
  await compare('one department', { department_id: data.facts.departments[0] });
  await compare('a month', { from: day(60), to: day(30) });
  await compare('window of 90 days', { window_days: 90 });
  await compare('with the inactive', { include_inactive: true });
  await pool.query('drop index bench_completed');
}

const COMPLETE = `started_at = coalesce(started_at, now()), completed_at = greatest(now(), assigned_at), attempts = 1,
  best_score = 0.9, final_score = 0.9, progress = 1, last_activity_at = now()`;

async function unfolded(completions: number): Promise<void> {
  const input = ReadAnalytics.parse({});
  const folded = await processor(() => readFresh(input));
  const completing = await seconds(() =>
    run(
      `update enrollments set ${COMPLETE} where workspace_id = $1 and id in (select id from enrollments
         where workspace_id = $1 and is_current and completed_at is null order by id limit $2)`,
      completions,
    ),
  );
  const waiting = await processor(() => readFresh(input));
  const folding = await seconds(() => addPendingChangesToRollups(ctx()));
  say(
    `\nWith ${completions} completions that are not folded: ${waiting.toFixed(0)} ms, folded ${folded.toFixed(0)} ms, ${(waiting / folded).toFixed(2)} ×`,
  );
  say(`Completing them in one statement ${completing} s, folding them ${folding} s`);
}

/** Published modules that nobody has. */
async function freeModule(): Promise<string> {
  const { rows } = await run(`select id from modules m where workspace_id = $1 and status = 'published'
    and not exists (select from enrollments e where e.workspace_id = $1 and e.module_id = m.id) limit 1`);
  return rows[0].id;
}

async function oneModule(): Promise<void> {
  const moduleId = await freeModule();
  await run(
    `insert into enrollments (workspace_id, id, user_id, module_id, assigned_at, due_at)
     select workspace_id, gen_random_uuid(), id, $2, now(), now() + interval '30 days' from users where workspace_id = $1`,
    moduleId,
  );
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: data.url });
      await client.connect();
      return client;
    }),
  );
  const { rows } = await run(
    'select id from enrollments where workspace_id = $1 and module_id = $2 and completed_at is null',
    moduleId,
  );
  const ids: string[] = rows.map(({ id }) => id);
  /** Each of the clients completes one after the other, each another person’s; completions a second. */
  const rate = async () => {
    const ends = performance.now() + 4_000;
    const began = performance.now();
    let done = 0;
    const complete = {
      name: 'complete',
      text: `update enrollments set ${COMPLETE} where workspace_id = $1 and id = $2`,
    };
    const work = async (client: pg.Client) => {
      for (let id = ids.pop(); id && performance.now() < ends; id = ids.pop()) {
        await client.query({ ...complete, values: [data.workspace.id, id] });
        done++;
      }
    };
    await Promise.all(clients.map(work));
    return done / ((performance.now() - began) / 1000);
  };
  const switched = (state: 'disable' | 'enable') =>
    pool.query(`alter table enrollments ${state} trigger record_module_stat_change_update`);
  const rates: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let n = 0; n < 3; n++) {
    await switched('disable');
    rates.without.push(await rate());
    await switched('enable');
    rates.with.push(await rate());
    await addPendingChangesToRollups(ctx());
  }
  await Promise.all(clients.map((client) => client.end()));
  const [kept, plain] = [median(rates.with), median(rates.without)];
  say(
    `One module, ${CLIENTS} learners at once, completions a second: ${kept.toFixed(0)}, without counts ${plain.toFixed(0)}: ${(kept / plain).toFixed(2)}`,
  );
}

const wanted = (part: string) => !options.only || options.only === part;
if (wanted('readings')) await readings();
if (wanted('unfolded')) {
  await rebuildRollups(ctx());
  await unfolded(BETWEEN_FOLDS);
  await unfolded(MINUTE);
}
if (wanted('assigning')) await assignEverybody(data, { ctx: ctx(), moduleId: await freeModule(), say, seconds });
if (wanted('one-module')) await oneModule();
say(`Rebuilding: ${await seconds(() => rebuildRollups(ctx()))} s`);
say(`Verifying: ${await seconds(async () => say(JSON.stringify(await verifyRollups(ctx()))))} s`);
await pool.end();
await data.close();
