import { z } from 'zod';
import type { TaskServices } from '../../../context.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';
import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { checkNextModule } from './check-module-quotes.ts';

/** Milliseconds between checks for waiting modules. The table is nearly always empty. */
const EVERY = 2_000;

/** Skips from workspace to workspace in the index, however many modules of each are waiting. */
const WAITING = defineStatement({
  name: 'workspaces-with-source-looks',
  scope: 'sweep',
  seldom: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
with recursive found as (
  (select workspace_id from source_looks order by workspace_id limit 1)
  union all
  select next.workspace_id from found cross join lateral (
    select workspace_id from source_looks where workspace_id > found.workspace_id order by workspace_id limit 1) next
)
select workspace_id as id from found`,
});

export type QuoteCheckServices = { db: Database; stopping: AbortSignal; stalls?: TaskServices['stalls'] };

/**
 * Rechecks all waiting modules, one per workspace in turn. A module that fails is retried once its lease ends, and
 * doesn't block others.
 */
export async function checkAllQuotes({ db, stopping, stalls }: QuoteCheckServices): Promise<void> {
  const failures: unknown[] = [];
  let waiting = (await WAITING.all(db.pool)).map(({ id }) => id);
  while (waiting.length > 0 && !stopping.aborted) {
    const more: string[] = [];
    for (const id of waiting) {
      if (stopping.aborted) return;
      const ended = stalls?.begin('job look_at_sources');
      try {
        if (await checkNextModule(db, id)) more.push(id);
      } catch (error) {
        failures.push(error);
      } finally {
        ended?.();
      }
    }
    waiting = more;
  }
  if (failures.length > 0) throw failures[0];
}

/** Rechecks quotes shortly after their file changed or their module was published. Runs on every instance. */
export function startQuoteChecker(services: TaskServices): Repeated {
  const { log, stopping } = services;
  const failed = 'Passages cannot be looked up; tried again';
  return repeatedly({ every: EVERY, stopping, log, failed }, () => checkAllQuotes(services));
}
