// `node server/bench/paths.ts --keep <folder>`: reads of a path of 30 modules that five departments owe, by the
// processor time of PostgreSQL's process, beside counting its cycles (docs/measurements.md). `--plans` prints plans.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ListPathPeople, ListPaths, PreviewPathChange } from '@training/shared/paths/paths';
import { PreviewPathAssignment } from '@training/shared/paths/path-assignments';
import type { AssignmentAudience } from '@training/shared/assignments/assignments';
import type { Context, ActingPerson } from '../src/core/context.ts';
import { createOrm } from '../src/database/orm.ts';
import { NO_TIMEOUTS, WorkPool } from '../src/database/statements/work-pool.ts';
import { applyUnfinishedAssignments } from '../src/features/assignments/apply-runs.ts';
import { assignPath } from '../src/features/paths/assign-path.ts';
import { createPath } from '../src/features/paths/change-path.ts';
import { listPathPeople, readMyPaths, readPathStanding } from '../src/features/paths/path-standing.ts';
import { previewPathChange, previewPathAssignment } from '../src/features/paths/preview-path.ts';
import { getPath, listPaths } from '../src/features/paths/read-paths.ts';
import { prepareData, SIZES } from './data.ts';
import { median } from './report.ts';

const [MODULES, DEPARTMENTS, PATHS, ROUNDS] = [30, 5, 500, 5];

const { values: options } = parseArgs({
  options: { keep: { type: 'string' }, postgres: { type: 'string' }, plans: { type: 'boolean', default: false } },
});
const folder = path.resolve(options.keep ?? '/var/tmp/training-bench-paths');
const say = (line: string) => process.stdout.write(`${line}\n`);

mkdirSync(folder, { recursive: true });
const data = await prepareData(folder, SIZES.middle, { programs: options.postgres, say });
const pool = new WorkPool({ url: data.url, size: 1, name: 'bench', limits: NO_TIMEOUTS });
pool.on('connect', (client) => client.on('notice', ({ message }) => say(message ?? '')));
const opened = await createOrm(pool);
const { workspace } = data;
const as = (actor: Context['actor'], db: Context['db'] = { em: opened.em, pool }): Context => ({
  db,
  workspace,
  actor,
  reach: 'workspace',
  now: new Date(),
  requestId: null,
  ip: null,
});
const bench = { kind: 'system', name: 'Bench' } as const;
const run = <Row extends object>(sql: string, ...values: unknown[]) =>
  data.db.pool.query<Row>(sql, [workspace.id, ...values]).then(({ rows }) => rows);

const id = await prepare();
const { steps, version } = await getPath(as(bench), { id });
const [learner] = await run<ActingPerson>(
  `select u.id, u.full_name as name, u.email, u.role, u.department_id as "departmentId" from users u
   where workspace_id = $1 and department_id = $2 and role = 'learner' and is_active order by id limit 1`,
  data.facts.departments[0],
);
const free = steps.map(({ module_id }) => ({ module_id, requires: [] }));
const another = { kind: 'department', department_id: data.facts.departments[DEPARTMENTS]! } as const;

say(`\n| PostgreSQL’s processor, ms | ${options.postgres ?? 'embedded'} | beside counting |\n|---|---|---|`);
const counting = await processor(() =>
  pool.query(
    `select e.module_id, count(*), count(e.completed_at) from path_steps s
     join enrollments e on e.workspace_id = $1 and e.module_id = s.module_id and e.is_current
     where s.workspace_id = $1 and s.path_id = $2 group by 1`,
    [workspace.id, id],
  ),
);
say(`| counting its cycles | ${counting.toFixed(1)} | 1 |`);
await measure('standing', () => readPathStanding(as(bench), { id }));
await measure('people', () => listPathPeople(as(bench), ListPathPeople.parse({ id })));
await measure('a learner’s paths', () => readMyPaths(as({ ...learner!, kind: 'user' })));
await measure('preview without prerequisites', () =>
  previewPathChange(as(bench), PreviewPathChange.parse({ id, version, steps: free })),
);
await measure('preview of one more department', () =>
  previewPathAssignment(as(bench), PreviewPathAssignment.parse({ change: 'create', path_id: id, to: another })),
);
await measure('list', () => listPaths(as(bench), ListPaths.parse({})));
await opened.close();
await data.close();

/** Creates the paths where they are missing, and completes the modules of the large one to another place for each. */
async function prepare(): Promise<string> {
  const ctx = as(bench, data.db);
  const found = (await listPaths(ctx, ListPaths.parse({ search: 'Large' }))).paths[0];
  if (found) return found.id;
  const modules = await run<{ id: string }>(
    `select id from modules where workspace_id = $1 and status = 'published' order by id limit ${MODULES}`,
  );
  const inOrder = modules.map((module, n) => ({ module_id: module.id, requires: n ? [modules[n - 1]!.id] : [] }));
  const written = { description: '', department_id: null, steps: inOrder };
  for (let n = 1; n < PATHS; n++) await createPath(ctx, { ...written, title: `Path ${n}` });
  await createPath(ctx, { ...written, title: 'Large' });
  const large = (await listPaths(ctx, ListPaths.parse({ search: 'Large' }))).paths[0]!;
  const terms = { path_id: large.id, due_on: null, due_days: 30, window_days: 30, again: false };
  for (const department_id of data.facts.departments.slice(0, DEPARTMENTS)) {
    const to: AssignmentAudience = { kind: 'department', department_id };
    await assignPath(ctx, { ...terms, to });
  }
  while (!(await applyUnfinishedAssignments(data.db)));
  await run(
    `update enrollments e set started_at = now(), completed_at = now(), progress = 1 from path_steps s
     where e.workspace_id = $1 and s.workspace_id = $1 and s.path_id = $2 and e.module_id = s.module_id and e.is_current
       and e.completed_at is null and s.position < abs(hashtext(e.user_id::text)) % ${MODULES}`,
    large.id,
  );
  await data.db.pool.query('vacuum (analyze) enrollments, assignment_enrollments, path_steps, path_assignments');
  return large.id;
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const took = await processor(work);
  say(`| ${name} | ${took.toFixed(1)} | ${(took / counting).toFixed(2)} |`);
  if (options.plans) await explain(work);
}

/** Milliseconds of processor time that the one connection's process uses, at the median. */
async function processor(work: () => Promise<unknown>): Promise<number> {
  await work();
  const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const used = () => Number(readFileSync(`/proc/${backend[0]!.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  const each: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const before = used();
    await work();
    each.push(used() - before);
  }
  return median(each);
}

/** Prints the plans of statements of at least 5 ms, by the extension that comes with PostgreSQL. */
async function explain(work: () => Promise<unknown>): Promise<void> {
  await pool.query(`load 'auto_explain'`);
  await pool.query(`set auto_explain.log_min_duration = 5; set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on; set auto_explain.log_nested_statements = on; set client_min_messages = log`);
  await work();
  await pool.query('set auto_explain.log_min_duration = -1; set client_min_messages = warning');
}
