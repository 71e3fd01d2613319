import { z } from 'zod';
import { createSystemContextFields, type Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import {
  mapModuleStatCountsToListSql,
  NO_DEPARTMENT_ID_SQL,
  MODULE_STAT_OTHER_COLUMNS,
  CYCLE_FEEDS_OTHER_STAT_COLUMNS,
  moduleStatOtherColumnsSql,
} from './stored-counts.ts';

const LOCK = `hashtextextended('rollups ' || :workspaceId::uuid::text, 0)`;

const WAIT = defineStatement({
  name: 'lock-rollups',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(${LOCK})`,
});

const TRY = defineStatement({
  name: 'try-lock-rollups',
  scope: 'tenant',
  row: z.strictObject({ locked: z.boolean() }),
  sql: `select pg_try_advisory_xact_lock(${LOCK}) as locked`,
});

/**
 * Takes the exclusive lock for writing a workspace's counts, until the transaction ends. Must be a separate statement
 * before those that it protects: their snapshots must be later.
 */
export const lockRollups = (transaction: StatementRunner, workspaceId: string): Promise<number> =>
  WAIT.run(transaction, { workspaceId });

/** Takes the lock if it is free. */
const tryLockRollups = async (transaction: StatementRunner, workspaceId: string): Promise<boolean> =>
  (await TRY.one(transaction, { workspaceId })).locked;

/** Maximum number of differences per transaction. */
const BATCH = 10_000;

/**
 * Milliseconds that allow for clock skew between instances: the stored time must have passed on all of them, because a
 * reading at an earlier time has to count every row.
 */
const BEHIND = 60_000;

/** Latest time up to which changes by the clock are recorded at `now`. */
export const clockChangeCutoffOf = (now: Date): Date => new Date(now.getTime() - BEHIND);

/**
 * SQL that adds the taken differences to a table of counts; medians and similar values come from this statement's
 * snapshot.
 */
function addTo(table: 'module_stats' | 'department_module_stats', fresh: 'whole' | 'not whole'): string {
  const key = table === 'module_stats' ? ['is_active', 'module_id'] : ['is_active', 'department_id', 'module_id'];
  const same = (other: string, names = key) => names.map((name) => `${other}.${name} = c.${name}`).join(' and ');
  const set = (name: string) => `${name} = excluded.${name}`;
  return `
  insert into ${table} (workspace_id, ${key.join(', ')}, ${mapModuleStatCountsToListSql((name) => name)}, ${MODULE_STAT_OTHER_COLUMNS.join(', ')})
  select :workspaceId, ${key.map((name) => `c.${name}`).join(', ')}, ${mapModuleStatCountsToListSql((name) => `coalesce(s.${name}, 0) + c.${name}`)},
    ${MODULE_STAT_OTHER_COLUMNS.map((name) => `case when c.${name === 'next_expiry_at' ? 'certificates' : 'completions'} then f.${name} else s.${name} end`).join(', ')}
  from (
    select ${key.join(', ')}, ${mapModuleStatCountsToListSql((name) => `sum(${name}) as ${name}`)}, bool_or(completions) as completions,
      bool_or(certificates) as certificates
    from taken group by ${key.join(', ')}
  ) c
  left join ${table} s on s.workspace_id = :workspaceId and ${same('s')}
  left join fresh f on ${fresh === 'whole' ? 'f.whole' : 'not f.whole'} and ${same('f')}
  order by ${key.map((name) => `c.${name}`).join(', ')}
  on conflict (workspace_id, ${key.join(', ')}) do update set ${[mapModuleStatCountsToListSql(set), ...MODULE_STAT_OTHER_COLUMNS.map(set)].join(', ')}`;
}

const FOLD = defineStatement({
  name: 'fold-module-stats',
  scope: 'tenant',
  row: z.strictObject({ taken: z.number() }),
  // Not prepared: it runs rarely and with varying sizes, and a plan cached for a small size takes minutes for a large
  // one.
  unprepared: true,
  sql: `
with taken as materialized (
  delete from module_stat_changes where workspace_id = :workspaceId and id = any(array(
    select id from module_stat_changes where workspace_id = :workspaceId limit ${BATCH}))
  returning *
), fresh as materialized (
  select e.module_id, e.is_active, coalesce(e.department_id, ${NO_DEPARTMENT_ID_SQL}) as department_id,
    grouping(coalesce(e.department_id, ${NO_DEPARTMENT_ID_SQL})) = 1 as whole, ${moduleStatOtherColumnsSql(':recordedUntil::timestamptz')}
  from enrollments e
  where e.workspace_id = :workspaceId and ${CYCLE_FEEDS_OTHER_STAT_COLUMNS}
    and e.module_id = any(array(select distinct module_id from taken where completions or certificates))
  group by grouping sets ((e.module_id, e.is_active), (e.module_id, e.is_active, coalesce(e.department_id, ${NO_DEPARTMENT_ID_SQL})))
), modules as (${addTo('module_stats', 'whole')}
), departments as (${addTo('department_module_stats', 'not whole')}
), clock as (
  insert into module_stat_clocks (workspace_id, noted_until, revision)
  select :workspaceId, case when bool_or(certificates) then :recordedUntil::timestamptz else 'epoch' end, 1
  from taken having count(*) > 0
  on conflict (workspace_id) do update
  set noted_until = greatest(module_stat_clocks.noted_until, excluded.noted_until), revision = module_stat_clocks.revision + 1
)
select count(*)::integer as taken from taken`,
});

/**
 * Adds a workspace's pending differences to its counts, one batch per transaction, until there are none left or
 * `stopping` aborts. Does nothing if another instance is folding the workspace.
 * @returns Number of differences added.
 */
export async function addPendingChangesToRollups(
  { db, workspace, now }: Pick<Context, 'db' | 'workspace' | 'now'>,
  stopping?: AbortSignal,
): Promise<number> {
  const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('System', now) };
  const workspaceId = workspace.id;
  let folded = 0;
  while (!stopping?.aborted) {
    const taken = await inTransaction(ctx, async (em) => {
      if (!(await tryLockRollups(em, workspaceId))) return 0;
      return (await FOLD.one(em, { workspaceId, recordedUntil: clockChangeCutoffOf(now) })).taken;
    });
    folded += taken;
    if (taken < BATCH) break;
  }
  return folded;
}
