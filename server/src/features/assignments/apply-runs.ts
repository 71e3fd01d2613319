import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { TaskServices } from '../../core/context.ts';
import { eachAlone } from '../../core/each-alone.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { moveDueDates } from './move-due-dates.ts';
import { ADD_JOB, continueRun, type Stop } from './run-assignment.ts';

/** How long a job goes on before others have their turn, in milliseconds. */
const TURN = 1_000;

const UNFINISHED = defineStatement({
  name: 'unfinished-assignment-runs',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid() }),
  sql: `
select workspace_id as "workspaceId", assignment_id as id from assignment_runs
where finished_at is null order by touched_at`,
});

/**
 * Applies what is left to apply, of all workspaces, beginning with what has waited longest.
 * @returns whether all is done, or others are at it
 */
export async function applyRuns(db: Database, stop: Stop = () => false): Promise<boolean> {
  let isDone = true;
  await eachAlone(await UNFINISHED.all(db.pool), async (key) => {
    isDone = (await continueRun(db, key, stop)) && isDone;
  });
  return isDone;
}

export function assignmentTasks({ db, stopping }: Pick<TaskServices, 'db' | 'stopping'>): TaskList {
  return {
    async apply_assignments() {
      const began = performance.now();
      const stop = () => stopping.aborted || performance.now() - began > TURN;
      let isDone = true;
      try {
        await eachAlone([applyRuns, moveDueDates], async (work) => {
          isDone = (await work(db, stop)) && isDone;
        });
      } finally {
        if (!isDone) await ADD_JOB.run(db.pool);
      }
    },
  };
}

/** What a server was killed at goes on within a minute, at another one. */
export const ASSIGNMENTS_CRONTAB = '* * * * * apply_assignments';
