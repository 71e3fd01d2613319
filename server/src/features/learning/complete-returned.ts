import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { eachAlone } from '../../core/each-alone.ts';
import { inTransaction } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { asSystem } from '../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { completeCycle } from './complete-cycle.ts';

export const RETURNED_CRONTAB = '*/5 * * * * complete_returned';

const MINUTE = 60_000;
/** Milliseconds to look back. The long range, used once an hour, finds cycles missed while no server ran. */
const LOOKBACK = { short: 60 * MINUTE, long: 3 * 24 * 60 * MINUTE };

/** Finds complete cycles that an assignment took over recently: their last grade came while they were withdrawn. */
const RETURNED = defineStatement({
  name: 'returned-cycles-to-complete',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ id: z.string(), slug: z.string(), name: z.string(), enrollment_ids: z.array(z.string()) }),
  sql: `
select w.id, w.slug, w.name, json_agg(distinct e.id) as enrollment_ids
from assignment_enrollments l
join enrollments e on e.workspace_id = l.workspace_id and e.id = l.enrollment_id
  and e.is_current and e.completed_at is null and e.waived_at is null and e.attempts > 0
join workspaces w on w.id = e.workspace_id
where l.added_at > :since::timestamptz and l.removed_at is null and exists (
  select from attempts a
  where a.workspace_id = e.workspace_id and a.enrollment_id = e.id and a.revision_id = e.revision_id
    and a.state = 'passed')
group by w.id`,
});

const LOCK = defineStatement({
  name: 'lock-returned-cycle',
  scope: 'tenant',
  sql: `select 1 from enrollments where workspace_id = :workspaceId and id = :enrollmentId for no key update`,
});

/** Completes cycles that an assignment reinstated after their last grade had come (rules/learning 10). */
export async function completeReturned(db: Database, now: Date, isStopping: () => boolean): Promise<void> {
  const since = new Date(now.getTime() - (now.getMinutes() < 5 ? LOOKBACK.long : LOOKBACK.short));
  const actor = { kind: 'system', name: 'Server' } as const;
  const cycles = (await RETURNED.all(db.pool, { since })).flatMap(({ enrollment_ids, ...workspace }) =>
    enrollment_ids.map((enrollmentId) => ({ workspace, enrollmentId })),
  );
  const complete = ({ workspace, enrollmentId }: (typeof cycles)[number]) => {
    const ctx: Context = { db, workspace, actor, reach: 'workspace', now, requestId: null, ip: null };
    return asSystem(() =>
      inTransaction(ctx, async (em) => {
        await LOCK.run(em, { workspaceId: workspace.id, enrollmentId });
        await completeCycle(em, ctx, enrollmentId);
      }),
    );
  };
  await eachAlone(cycles, complete, isStopping);
}
