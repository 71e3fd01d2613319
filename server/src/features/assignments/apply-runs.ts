import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { TaskServices } from '../../core/context.ts';
import { processEachAndThrowFirstFailure } from '../../core/process-each-alone.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { QUEUE_APPLY_ASSIGNMENTS, continueAssignmentRun, type ShouldStop } from './run-assignment.ts';

/** Maximum milliseconds of a job before other jobs get their turn. */
const TURN = 1_000;

const UNFINISHED = defineStatement({
  name: 'unfinished-assignment-runs',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid() }),
  sql: `
select workspace_id as "workspaceId", assignment_id as id from assignment_runs
where finished_at is null and ${runsBackgroundWorkSql('workspace_id')} order by touched_at`,
});

/**
 * Applies unfinished assignments of all workspaces, oldest first.
 * @returns true if all are done or being applied elsewhere
 */
export async function applyUnfinishedAssignments(db: Database, stop: ShouldStop = () => false): Promise<boolean> {
  let isDone = true;
  await processEachAndThrowFirstFailure(await UNFINISHED.all(db.pool), async (key) => {
    isDone = (await continueAssignmentRun(db, key, stop)) && isDone;
  });
  return isDone;
}

export function createAssignmentTasks({ db, stopping }: Pick<TaskServices, 'db' | 'stopping'>): TaskList {
  return {
    async apply_assignments() {
      const began = performance.now();
      const stop = () => stopping.aborted || performance.now() - began > TURN;
      let isDone = true;
      try {
        await processEachAndThrowFirstFailure([applyUnfinishedAssignments, moveDueDatesToNewTimeZone], async (work) => {
          isDone = (await work(db, stop)) && isDone;
        });
      } finally {
        if (!isDone) await QUEUE_APPLY_ASSIGNMENTS.run(db.pool);
      }
    },
  };
}

/** Resumes within a minute what a killed server left unfinished. */
export const ASSIGNMENTS_CRONTAB = '* * * * * apply_assignments';

const TO_MOVE = defineStatement({
  name: 'due-dates-to-move',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid() }),
  sql: `
select workspace_id as "workspaceId" from assignment_maintenance
where dates_through is not null and ${runsBackgroundWorkSql('workspace_id')} order by workspace_id`,
});

/**
 * Moves the end of each due day to the new time zone. Completed cycles keep theirs. Locks cycles in the same order as
 * assigning does (rules/analytics 15).
 */
const MOVE_BATCH = defineStatement({
  name: 'move-due-dates',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ rest: z.boolean() }),
  sql: `
with held as (
  select dates_through from assignment_maintenance
  where workspace_id = :workspaceId and dates_through is not null for update skip locked
), batch as (
  select e.id from held cross join lateral (
    select id from enrollments where workspace_id = :workspaceId and id > held.dates_through order by id limit :most
  ) e
), locked as (
  select e.id from batch join enrollments e on e.workspace_id = :workspaceId and e.id = batch.id
  where e.completed_at is null and e.due_on is not null
  order by e.user_id, e.module_id, e.cycle for no key update of e
), moved as (
  update enrollments e set due_at = start_of_day(e.due_on + 1, w.time_zone)
  from locked join workspaces w on w.id = :workspaceId
  where e.workspace_id = :workspaceId and e.id = locked.id and e.completed_at is null and e.due_on is not null
    and e.due_at is distinct from start_of_day(e.due_on + 1, w.time_zone)
), noted as (
  update assignment_maintenance u
  set dates_through = case when (select count(*) from batch) = :most then (select max(id::text)::uuid from batch) end
  from held where u.workspace_id = :workspaceId
)
select (select count(*) from batch) = :most as rest`,
});

/** Moves due dates to the end of their day in the workspace's new time zone. @returns true if all are done */
export async function moveDueDatesToNewTimeZone(db: Database, stop: ShouldStop = () => false): Promise<boolean> {
  const move = async (key: { workspaceId: string }) => {
    for (let rest = true; rest && !stop();) ({ rest } = await MOVE_BATCH.one(db.pool, { ...key, most: 2_000 }));
  };
  await processEachAndThrowFirstFailure(await TO_MOVE.all(db.pool), move, stop);
  return !stop();
}
