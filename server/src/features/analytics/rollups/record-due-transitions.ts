import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import type { Database } from '../../../database/database.ts';
import { readDatabaseTime } from '../../../database/database-time.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { clockChangeCutoffOf } from './aggregate-changes.ts';

/** Maximum number of cycles recorded per transaction, because they are locked meanwhile. */
const BATCH = 2_000;

const CLOCK = `
clock as (
  insert into module_stat_clocks (workspace_id, noted_until) select :workspaceId, :recordedUntil::timestamptz where exists (select from passed)
  on conflict (workspace_id) do update set noted_until = greatest(module_stat_clocks.noted_until, excluded.noted_until)
)` as const;

const RECORD_LATE = defineStatement({
  name: 'record-late-enrollments',
  scope: 'tenant',
  unprepared: true,
  sql: `
with passed as (
  select id from enrollments where workspace_id = :workspaceId and late_at < :recordedUntil::timestamptz
  order by late_at limit ${BATCH} for update skip locked
), ${CLOCK}
update enrollments e set overdue = true from passed where e.workspace_id = :workspaceId and e.id = passed.id`,
});

const RECORD_LAPSED = defineStatement({
  name: 'record-lapsed-certificates',
  scope: 'tenant',
  unprepared: true,
  sql: `
with passed as (
  select id from enrollments where workspace_id = :workspaceId and lapses_at <= :recordedUntil::timestamptz
  order by lapses_at limit ${BATCH} for update skip locked
), ${CLOCK}
update enrollments e
set certificate = case when e.certified_until > :recordedUntil::timestamptz then 'due_soon' else 'expired' end
from passed where e.workspace_id = :workspaceId and e.id = passed.id`,
});

const WITH_PASSED = defineStatement({
  name: 'list-workspaces-with-passed-moments',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.string() }),
  unprepared: true,
  sql: `
select w.id from workspaces w
where ${runsBackgroundWorkSql('w.id')} and (
  exists (select from enrollments e where e.workspace_id = w.id and e.late_at < :recordedUntil::timestamptz)
  or exists (select from enrollments e where e.workspace_id = w.id and e.lapses_at <= :recordedUntil::timestamptz))`,
});

/**
 * Records cycles that have become overdue, due soon or expired, so that readings count fewer rows by the clock; they
 * are correct without it. Skips locked cycles until the next run.
 * @param now By default the database's time: a reading by a clock behind what is recorded has to count every row.
 */
export async function recordDueTransitions({ pool }: Database, now?: Date): Promise<void> {
  const moment = { recordedUntil: clockChangeCutoffOf(now ?? (await readDatabaseTime(pool))) };
  await processEachAndThrowFirstFailure(await WITH_PASSED.all(pool, moment), async ({ id: workspaceId }) => {
    for (const statement of [RECORD_LATE, RECORD_LAPSED]) {
      while ((await statement.run(pool, { workspaceId, ...moment })) === BATCH);
    }
  });
}
