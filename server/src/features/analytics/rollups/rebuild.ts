import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { readDatabaseTime } from '../../../database/database-time.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { clockChangeCutoffOf, lockRollups } from './aggregate-changes.ts';
import {
  CYCLES_WITH_COUNTS_SQL,
  mapModuleStatCountsToListSql,
  MODULE_STAT_OTHER_COLUMNS,
  moduleStatOtherColumnsSql,
} from './stored-counts.ts';

const IS_AHEAD = `exists (
  select from module_stat_clocks where workspace_id = :workspaceId and noted_until > :recordedUntil::timestamptz)` as const;

/**
 * Takes back what an instance recorded whose clock was ahead. Otherwise there is nothing to take back, and no row is
 * read or locked.
 */
const TAKE_BACK = [
  defineStatement({
    name: 'take-back-late-enrollments',
    scope: 'tenant',
    unprepared: true,
    sql: `
update enrollments set overdue = false
where workspace_id = :workspaceId and overdue and due_at >= :recordedUntil::timestamptz and ${IS_AHEAD}`,
  }),
  defineStatement({
    name: 'take-back-lapsed-certificates',
    scope: 'tenant',
    unprepared: true,
    sql: `
update enrollments
set certificate = case when certified_until - interval '720 hours' > :recordedUntil::timestamptz then 'current' else 'due_soon' end
where workspace_id = :workspaceId and ${IS_AHEAD} and (
  (certificate = 'expired' and certified_until > :recordedUntil::timestamptz)
  or (certificate = 'due_soon' and certified_until - interval '720 hours' > :recordedUntil::timestamptz))`,
  }),
];

/** SQL that replaces a table of counts with `cells`: writes each cell, and deletes rows without one. */
function replace(table: 'module_stats' | 'department_module_stats', where: 'whole' | 'not whole'): string {
  const key = table === 'module_stats' ? ['is_active', 'module_id'] : ['is_active', 'department_id', 'module_id'];
  const columns = [mapModuleStatCountsToListSql((name) => name), ...MODULE_STAT_OTHER_COLUMNS].join(', ');
  const sets = [
    mapModuleStatCountsToListSql((name) => `${name} = excluded.${name}`),
    ...MODULE_STAT_OTHER_COLUMNS.map((name) => `${name} = excluded.${name}`),
  ];
  return `
written_${table} as (
  insert into ${table} (workspace_id, ${key.join(', ')}, ${columns})
  select :workspaceId, ${key.join(', ')}, ${columns} from cells where ${where}
  -- What is read together lies together.
  order by ${key.join(', ')}
  on conflict (workspace_id, ${key.join(', ')}) do update set ${sets.join(', ')}
), removed_${table} as (
  delete from ${table} s where s.workspace_id = :workspaceId and not exists (
    select from cells c where ${where === 'whole' ? 'c.whole' : 'not c.whole'}
      and ${key.map((name) => `c.${name} = s.${name}`).join(' and ')})
)`;
}

const REBUILD = defineStatement({
  name: 'rebuild-module-stats',
  scope: 'tenant',
  row: z.strictObject({ cells: z.number(), rows: z.number() }),
  unprepared: true,
  sql: `
with gone as (delete from module_stat_changes where workspace_id = :workspaceId
), cells as materialized (
  select c.is_active, c.module_id, c.department_id, grouping(c.department_id) = 1 as whole, count(*) as cycles,
    ${mapModuleStatCountsToListSql((name) => `sum(c.${name}) as ${name}`)}, ${moduleStatOtherColumnsSql(':recordedUntil::timestamptz')}
  from ${CYCLES_WITH_COUNTS_SQL}
  where e.workspace_id = :workspaceId
  group by grouping sets ((c.is_active, c.module_id), (c.is_active, c.module_id, c.department_id))
), ${replace('module_stats', 'whole')}, ${replace('department_module_stats', 'not whole')}
, clock as (
  insert into module_stat_clocks (workspace_id, noted_until, revision) select :workspaceId, :recordedUntil, 1
  on conflict (workspace_id) do update set noted_until = excluded.noted_until, revision = module_stat_clocks.revision + 1
)
select count(*)::integer as cells, coalesce(sum(cycles) filter (where whole), 0)::float8 as rows from cells`,
});

/**
 * Recounts a workspace's cycles. A single statement with one snapshot, taken while no fold is running: the differences
 * that it sees are included in the counts, and later ones are left for the next fold. Writers don't wait. Goes by the
 * database's clock, and takes back what was recorded ahead of it.
 */
export function rebuildRollups(ctx: Context): Promise<{ cells: number; rows: number }> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    await lockRollups(em, workspaceId);
    const parameters = { workspaceId, recordedUntil: clockChangeCutoffOf(await readDatabaseTime(em)) };
    for (const statement of TAKE_BACK) await statement.run(em, parameters);
    return REBUILD.one(em, parameters);
  });
}
