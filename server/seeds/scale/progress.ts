import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../src/core/errors.ts';
import { clockChangeCutoffOf } from '../../src/features/analytics/rollups/aggregate-changes.ts';
import { execute } from '../execute.ts';
import { scatter, uuidAt } from './statements.ts';

/** Rows that one statement writes, so that there is something to say in between. */
const CHUNK = 100_000;

// Both are numbered: person r has the modules at r * 7, one stride further, and so on, which never meet twice.
const PEOPLE = `
create temporary table scale_people on commit drop as
select row_number() over (order by created_at, id) - 1 as rank, id, created_at, department_id, is_active
from users where workspace_id = $1::uuid and role <> 'auditor'`;

// Nobody is assigned to one in a hundred, so that rates without a denominator are there to be seen.
const ASSIGNABLE = `
create temporary table scale_modules on commit drop as
select row_number() over (order by created_at, id) - 1 as rank, id, created_at + interval '10 days' as opens_at, validity_days
from (
  select *, row_number() over (order by created_at desc, id desc) as newest, count(*) over () as total
  from modules where workspace_id = $1::uuid and status = 'published'
) published
where newest > total / 100`;

/**
 * $1 workspace, $2 now, $3 rows, $4 people, $5 modules, $6 stride, $7 and $8 the first person and the one after the
 * last, $9 until when what the clock changes is noted. What triggers would keep is written here, because they are off.
 */
const PROGRESS = `
with numbered as (
  select p.id as user_id, p.created_at, p.department_id, p.is_active, (p.rank * 7 + j * $6::bigint) % $5::bigint as module_rank, p.rank * $3::bigint / $4::bigint + j as i
  from scale_people p,
    generate_series(0, (p.rank + 1) * $3::bigint / $4::bigint - p.rank * $3::bigint / $4::bigint - 1) j
  where p.rank >= $7::bigint and p.rank < $8::bigint
), assigned as (
  select n.i, n.user_id, n.department_id, n.is_active, m.id as module_id, m.validity_days, ${scatter('n.i', 1009)} as state, ${scatter('n.i', 97)} as pace,
    possible_at + ($2::timestamptz - possible_at) * (0.9 * ${scatter('n.i', 991)} / 991) as assigned_at
  from numbered n join scale_modules m on m.rank = n.module_rank,
    lateral (select greatest(n.created_at, m.opens_at, $2::timestamptz - interval '360 days') as possible_at) possible
), started as (
  select *, case when state < 810 then
    assigned_at + least(($2::timestamptz - assigned_at) * 0.4, make_interval(hours => (8 + pace * 4)::int)) end as started_at
  from assigned
), completed as (
  select *, case when state < 640 then
    started_at + least(($2::timestamptz - started_at) * 0.5, make_interval(hours => (1 + pace % 60 * 2)::int)) end as completed_at
  from started
), scored as (
  select *, case when pace % 5 <> 0 then assigned_at + interval '30 days' end as due_at,
    completed_at + make_interval(days => validity_days) as expires_at,
    case when state < 640 then 1 + pace % 7 / 3 when state < 810 then pace % 2 else 0 end as attempts,
    case when state < 640 then 0.8 + pace % 5 / 20.0 when state < 810 and pace % 2 = 1 then 0.3 + pace % 9 / 20.0 end as score
  from completed
), noted as (
  select *, completed_at is null and coalesce(due_at < $9::timestamptz, false) as overdue,
    case when completed_at is null then 'none' when expires_at is null then 'current' when expires_at > $9::timestamptz + interval '720 hours' then 'current'
      when expires_at > $9::timestamptz then 'due_soon' else 'expired' end as certificate
  from scored
)
insert into enrollments (workspace_id, id, user_id, module_id, assigned_at, due_at, started_at, completed_at, expires_at,
  last_activity_at, progress, attempts, best_score, final_score, department_id, is_active, counted, passed, final_points,
  certified_until, overdue, certificate, late_at, lapses_at)
select $1::uuid, ${uuidAt("$2::timestamptz - interval '360 days' + i * (interval '359 days' / $3::integer)")},
  user_id, module_id, assigned_at, due_at, started_at, completed_at, expires_at, coalesce(completed_at, started_at),
  case when state < 640 then 1 when state < 810 then 0.1 + pace % 9 / 10.0 else 0 end, attempts, score,
  case when completed_at is not null then score end, department_id, is_active, true, coalesce(score >= 0.8, false),
  case when completed_at is not null then (score * 10000)::integer end, expires_at, overdue, certificate,
  case when completed_at is null and not overdue then due_at end,
  case certificate when 'current' then expires_at - interval '720 hours' when 'due_soon' then expires_at end
from noted order by i`;

/**
 * Writes `rows` rows of progress, no two of the same person with the same module.
 * @throws AppError `invalid_request` when there are fewer such pairs
 */
export async function storeProgress(
  em: EntityManager,
  { workspaceId, rows, now }: { workspaceId: string; rows: number; now: Date },
  onProgress: (line: string) => void,
): Promise<void> {
  for (const statement of [PEOPLE, ASSIGNABLE]) await execute(em, statement, [workspaceId]);
  // Temporary tables are not analysed by themselves, and the join is planned by their size.
  await execute(em, 'analyze scale_people, scale_modules', []);
  const people = await size(em, 'scale_people');
  const modules = await size(em, 'scale_modules');
  if (rows > people * modules) {
    const message = `Must be at most ${people * modules}: ${people} people who learn × ${modules} published modules`;
    throw new AppError('invalid_request', message, { fields: [{ path: 'progress', code: 'too_big', message }] });
  }
  // A difference for each row would take longer than counting all of them once.
  await execute(em, 'alter table enrollments disable trigger user', []);
  const restore = rows > MANY ? await withoutIndexes(em) : async () => {};
  const peopleAtOnce = Math.max(1, Math.floor((CHUNK / rows) * people));
  for (let first = 0; first < people; first += peopleAtOnce) {
    const end = Math.min(people, first + peopleAtOnce);
    const values = [workspaceId, now, rows, people, modules, strideFor(modules), first, end, clockChangeCutoffOf(now)];
    await execute(em, PROGRESS, values);
    const done = Math.floor((end * rows) / people);
    onProgress(`Progress: ${done.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`);
  }
  await restore();
  await execute(em, 'alter table enrollments enable trigger user', []);
}

/** Indexes and references that are made at once, of more rows than that, take a third of the time. */
const MANY = 2_000_000;

/** Takes all from the table but its keys. @returns what makes it again */
async function withoutIndexes(em: EntityManager): Promise<() => Promise<void>> {
  const dropped = await execute<{ drop: string; make: string }>(
    em,
    `select format('drop index %I', i.relname) as drop, pg_get_indexdef(i.oid) as make
     from pg_index x join pg_class i on i.oid = x.indexrelid
     where x.indrelid = 'enrollments'::regclass and not exists (select from pg_constraint where conindid = i.oid)
     union all
     select format('alter table enrollments drop constraint %I', conname),
       format('alter table enrollments add constraint %I %s', conname, pg_get_constraintdef(oid))
     from pg_constraint where conrelid = 'enrollments'::regclass and contype = 'f'`,
    [],
  );
  await execute(em, `set local maintenance_work_mem = '512MB'`, []);
  // A reference cannot be dropped while what was written is yet to be checked.
  await execute(em, 'set constraints all immediate', []);
  for (const { drop } of dropped) await execute(em, drop, []);
  return async () => {
    for (const { make } of dropped) await execute(em, make, []);
  };
}

async function size(em: EntityManager, table: 'scale_people' | 'scale_modules'): Promise<number> {
  const [row] = await execute<{ size: number }>(em, `select count(*)::int as size from ${table}`, []);
  return row?.size ?? 0;
}

/** A step that visits all of `size` places before it comes back to the first: no common factor with it. */
function strideFor(size: number): number {
  const commonFactor = (a: number, b: number): number => (b === 0 ? a : commonFactor(b, a % b));
  let stride = Math.max(1, Math.floor(size * 0.618));
  while (commonFactor(stride, size) !== 1) stride++;
  return stride;
}
