import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import type { TaskServices } from '../../../core/context.ts';
import { readDatabaseTime } from '../../../database/database-time.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { runEvery, type RepeatingTask } from '../../../platform/concurrency/run-every.ts';
import { addPendingChangesToRollups } from './aggregate-changes.ts';

/**
 * Milliseconds between two rounds: at 500 changes a second, about a thousand are pending, which barely slows a reading.
 */
const EVERY = 2_000;

/** Skips from workspace to workspace in the index, regardless of the number of differences. */
const WITH_CHANGES = defineStatement({
  name: 'list-workspaces-with-stat-changes',
  scope: 'cross_tenant',
  row: z.strictObject({ workspace_id: z.string() }),
  sql: `
with recursive found as (
  (select workspace_id from module_stat_changes order by workspace_id limit 1)
  union all
  select (select c.workspace_id from module_stat_changes c where c.workspace_id > f.workspace_id order by 1 limit 1)
  from found f where f.workspace_id is not null
)
select workspace_id from found where workspace_id is not null and ${runsBackgroundWorkSql('workspace_id')}`,
});

/** Folds every few seconds on every instance; the first instance to lock a workspace folds it. */
export function startRollupWorker({
  db,
  log,
  stalls,
  stopping,
  lookEvery: every = EVERY,
}: Pick<TaskServices, 'db' | 'log' | 'stalls' | 'stopping' | 'lookEvery'>): RepeatingTask {
  return runEvery({ every, stopping, log, failed: 'Couldn’t update analytics totals; retrying' }, async () => {
    const fold = async ({ workspace_id: id }: { workspace_id: string }) => {
      const ended = stalls.begin('job fold_module_stats');
      try {
        const now = await readDatabaseTime(db.pool);
        await addPendingChangesToRollups({ db, workspace: { id, slug: '', name: '' }, now }, stopping);
      } finally {
        ended();
      }
    };
    await processEachAndThrowFirstFailure(await WITH_CHANGES.all(db.pool), fold, () => stopping.aborted);
  });
}
