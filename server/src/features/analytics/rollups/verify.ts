import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import {
  CYCLES_WITH_COUNTS_SQL,
  mapModuleStatCountsToListSql,
  MODULE_STAT_OTHER_COLUMNS,
  moduleStatOtherColumnsSql,
} from './stored-counts.ts';

const Verified = z.strictObject({
  /** Number of current cycles checked. */
  rows: z.number(),
  /** Number of those whose trigger-maintained columns are wrong. */
  wrong_rows: z.number(),
  /** Number of cells: modules, and modules by department, for active and inactive users. */
  cells: z.number(),
  /** Number of cells whose stored values plus pending differences don't match the cycles. */
  wrong_cells: z.number(),
});
type Verified = z.infer<typeof Verified>;

/** SQL condition for rows that count, derived independently from the facts written to a cycle. */
const COUNTS = `(e.completed_at is not null
  or (e.waived_at is null and (e.source = 'assignment' or c.until is not null)))`;

/** SQL for the cells of a stored table, or of the pending differences, with all columns of `cells`. */
const kept = (table: string, department: string) => `
  select s.is_active, s.module_id, ${department} as department_id, ${mapModuleStatCountsToListSql((name) => `s.${name}`)},
    ${MODULE_STAT_OTHER_COLUMNS.map((name) => `s.${name}`).join(', ')}, false as completions, false as certificates
  from ${table} s where s.workspace_id = :workspaceId`;
const waiting = (department: string) => `
  select s.is_active, s.module_id, ${department}, ${mapModuleStatCountsToListSql((name) => `s.${name}`)}, ${MODULE_STAT_OTHER_COLUMNS.map(() => 'null').join(', ')},
    s.completions, s.certificates
  from module_stat_changes s where s.workspace_id = :workspaceId`;

/** SQL for the time to compare at: a clock that is behind would count what has been recorded as passed. */
const MOMENT = '(select greatest(noted_until, :now::timestamptz) from clock)';

const VERIFY = defineStatement({
  name: 'verify-module-stats',
  scope: 'tenant',
  row: Verified,
  unprepared: true,
  sql: `
with clock as materialized (
  select coalesce((select noted_until from module_stat_clocks where workspace_id = :workspaceId), '-infinity') as noted_until
), certificates as (
  select e.user_id, e.module_id, true as certified,
    case when (array_agg(e.expires_at order by e.cycle desc))[1] is not null then max(e.expires_at) end as until
  from enrollments e
  where e.workspace_id = :workspaceId and e.completed_at is not null group by e.user_id, e.module_id
), looked_at as materialized (
  select e.is_current and (
      e.counted <> ${COUNTS}
      or (e.department_id, e.is_active, e.certified_until) is distinct from (u.department_id, u.is_active, c.until)
      or (e.overdue and not coalesce(e.counted and e.completed_at is null and e.due_at < k.noted_until, false))
      or (e.certificate = 'none') = coalesce(c.certified, false)
      or (e.certificate = 'due_soon' and coalesce(c.until - interval '720 hours' > k.noted_until, true))
      or (e.certificate = 'expired' and coalesce(c.until > k.noted_until, true))
      or e.late_at is distinct from case when e.counted and e.completed_at is null and not e.overdue then e.due_at end
      or e.lapses_at is distinct from case when e.counted then case e.certificate
        when 'current' then c.until - interval '720 hours' when 'due_soon' then c.until end end
      or e.final_points is distinct from case when e.completed_at is not null and e.attempts > 0
        then coalesce((e.best_score * 10000)::integer, -1) end
    ) or (not e.is_current and e.counted) as wrong
  from clock k, enrollments e
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id
  left join certificates c on c.user_id = e.user_id and c.module_id = e.module_id
  where e.workspace_id = :workspaceId
), cells as (
  select c.is_active, c.module_id, case when grouping(c.department_id) = 0 then c.department_id end as department_id,
    ${mapModuleStatCountsToListSql((name) => `sum(c.${name}) as ${name}`)}, ${moduleStatOtherColumnsSql(MOMENT)}
  from ${CYCLES_WITH_COUNTS_SQL}
  where e.workspace_id = :workspaceId
  group by grouping sets ((c.is_active, c.module_id), (c.is_active, c.module_id, c.department_id))
), kept as (
  select is_active, module_id, department_id, ${mapModuleStatCountsToListSql((name) => `sum(${name}) as ${name}`)},
    ${MODULE_STAT_OTHER_COLUMNS.map((name) => `max(${name}) as ${name}`).join(', ')}, bool_or(completions) as completions,
    bool_or(certificates) as certificates
  from (${kept('module_stats', 'null::uuid')} union all ${kept('department_module_stats', 's.department_id')}
    union all ${waiting('null')} union all ${waiting('s.department_id')}
  ) each_kept
  group by is_active, module_id, department_id
), compared as (
  select (${mapModuleStatCountsToListSql((name) => `coalesce(k.${name}, 0)`)}) = (${mapModuleStatCountsToListSql((name) => `coalesce(c.${name}, 0)`)})
    and (coalesce(k.completions, false)
      or ((k.median_seconds, k.last_completed_at) is not distinct from (c.median_seconds, c.last_completed_at)
        -- Those that an upgrade brought are null until they are counted for the first time.
        and (k.median_of is null or (k.median_of, k.middle_seconds) is not distinct from (coalesce(c.median_of, 0), c.middle_seconds))))
    and (coalesce(k.certificates, false) or k.next_expiry_at <= ${MOMENT}
      or k.next_expiry_at is not distinct from c.next_expiry_at) as equal
  from kept k full join cells c on c.is_active = k.is_active and c.module_id = k.module_id
    and coalesce(c.department_id, :whole::uuid) = coalesce(k.department_id, :whole::uuid)
)
select (select count(*)::float8 from looked_at) as rows, (select count(*)::float8 from looked_at where wrong) as wrong_rows,
  count(*)::float8 as cells, count(*) filter (where equal is not true)::float8 as wrong_cells
from compared`,
});

/** Verifies that the stored values of a workspace match its cycles, in one snapshot: concurrent writes are fine. */
export async function verifyRollups({ db, workspace, now }: Context): Promise<Verified & { equal: boolean }> {
  const verified = await VERIFY.one(db.pool, { workspaceId: workspace.id, now, whole: workspace.id });
  return { equal: verified.wrong_rows === 0 && verified.wrong_cells === 0, ...verified };
}
