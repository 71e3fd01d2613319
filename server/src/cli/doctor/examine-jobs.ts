import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const TOPIC = 'jobs';

/** Seconds a job may be due before it seems that no instance runs jobs. */
const LATE = 900;

const COUNT_JOBS = defineStatement({
  name: 'doctor-jobs',
  scope: 'cross_tenant',
  row: z.strictObject({
    due: z.number(),
    oldest: z.number(),
    given_up: z.number(),
    queued: z.number(),
    running: z.number(),
    parked: z.number(),
    failed: z.number(),
  }),
  sql: `
select due, oldest, given_up, queued, running, parked, failed from
  (select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as due,
     coalesce(extract(epoch from now() - min(run_at)
       filter (where locked_at is null and run_at <= now() and attempts < max_attempts)), 0)::float8 as oldest,
     count(*) filter (where attempts >= max_attempts)::int as given_up
   from graphile_worker.jobs) as work,
  (select count(*) filter (where state = 'queued')::int as queued, count(*) filter (where state = 'running')::int as running,
     count(*) filter (where state = 'parked')::int as parked,
     count(*) filter (where state = 'failed' and finished_at > now() - interval '1 day')::int as failed
   from ai_jobs) as ai`,
});

/** Checks for due jobs and for jobs that were given up. */
export async function examineJobs(db: Database): Promise<Finding> {
  const facts = await COUNT_JOBS.one(db.pool);
  const { due, oldest, given_up: givenUp, queued, running, parked, failed } = facts;
  const ai = `AI jobs: ${queued} queued, ${running} running, ${parked} waiting for a provider, ${failed} failed in a day`;
  const says = `${due} due, the oldest for ${Math.round(oldest)} s; ${ai}`;
  if (oldest > LATE) return wrong(TOPIC, says, 'nobody takes them: start a server, and look into its log', facts);
  if (givenUp > 0) {
    const remedy = 'see last_error in graphile_worker.jobs, and the server’s log';
    return note(TOPIC, `${says}; ${givenUp} given up`, remedy, facts);
  }
  return ok(TOPIC, says, facts);
}
