import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { processInHalvesOnFailure, type FailedItem } from '../../core/process-each-alone.ts';
import type { Database } from '../../database/database.ts';
import { databaseBusyMessageOf, isDatabaseUnavailableError } from '../../database/database-unavailable.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import type { AssignmentRule } from './assignment-rule.ts';

/** People per transaction. Their locks make others wait. */
const BATCH = 500;
/** Failing people that an error names. */
const NAMED = 20;
/** People read at once. */
const PORTION = 10_000;
/** People assigned before the response; a job assigns the others. */
const AT_ONCE = 1_000;
const NOBODY = '00000000-0000-0000-0000-000000000000';

const START_RUN = defineStatement({
  name: 'start-assignment-run',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ total: z.int() }),
  sql: `
insert into assignment_runs as r (workspace_id, assignment_id, version, explicit, through, total, touched_at)
select a.workspace_id, a.id, a.version, :explicit, :nobody::uuid, (select count(*) from people_of(a, :nobody::uuid)), :now
from assignments a where a.workspace_id = :workspaceId and a.id = :id
on conflict (workspace_id, assignment_id) do update set
  version = excluded.version, through = excluded.through, total = excluded.total, touched_at = excluded.touched_at,
  explicit = excluded.explicit or (r.explicit and r.finished_at is null), done = 0, assigned = 0, failed = '{}',
  finished_at = null
returning total`,
});

/**
 * Takes the exclusive lock: concurrent changes of people have committed by then, or see the writes of this transaction.
 */
const LOCK_ALONE = defineStatement({
  name: 'lock-assignments-alone',
  scope: 'tenant',
  sql: 'select pg_advisory_xact_lock(assignments_lock(:workspaceId::uuid))',
});

export const QUEUE_APPLY_ASSIGNMENTS = defineStatement({
  name: 'add-apply-assignments',
  scope: 'global',
  sql: `select 1 from graphile_worker.add_job('apply_assignments', job_key := 'apply_assignments')`,
});

/**
 * Queues applying the stored rule to everyone concerned, once the transaction has committed. Call it last in the
 * transaction, because others wait for it, and `applySmallAssignmentRun` afterwards.
 */
export async function startAssignmentRun(
  on: StatementRunner,
  ctx: Context,
  { id }: AssignmentRule,
  explicit: boolean,
): Promise<void> {
  const { total } = await START_RUN.one(on, {
    workspaceId: ctx.workspace.id,
    id,
    explicit,
    nobody: NOBODY,
    now: ctx.now,
  });
  if (total > AT_ONCE || ctx.transaction) await QUEUE_APPLY_ASSIGNMENTS.run(on);
  await LOCK_ALONE.run(on, { workspaceId: ctx.workspace.id });
}

type RunKey = { workspaceId: string; id: string };

const NEXT_PORTION = defineStatement({
  name: 'next-portion-of-assignment-run',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    version: z.int(),
    through: z.uuid(),
    total: z.int(),
    people: z.array(z.uuid()),
    failed: z.array(z.uuid()),
  }),
  sql: `
select r.version, r.through, r.total, r.failed,
  array(select p from people_of(a, r.through) p order by p limit :most) as people
from assignment_runs r join assignments a on a.workspace_id = r.workspace_id and a.id = r.assignment_id
where r.workspace_id = :workspaceId and r.assignment_id = :id and r.finished_at is null`,
});

/** Returns no row if another server is applying it, or the rule has changed since the people were read. */
const CLAIM_RUN = defineStatement({
  name: 'claim-assignment-run',
  scope: 'tenant',
  sql: `
select 1 from assignment_runs
where workspace_id = :workspaceId and assignment_id = :id and version = :version and through = :through
  and finished_at is null
for update skip locked`,
});

const APPLY_BATCH = defineStatement({
  name: 'apply-assignment-batch',
  scope: 'tenant',
  unprepared: true,
  unguarded: 'The caller was locked when the rule was stored.',
  sql: `
update assignment_runs r set
  assigned = r.assigned + apply_assignments(array[a], :people::uuid[], :now, r.explicit),
  done = least(r.done + :done::integer, r.total), through = coalesce(:through::uuid, r.through),
  failed = array(select unnest(r.failed) except select unnest(:people::uuid[]) union select unnest(:failed::uuid[])),
  touched_at = clock_timestamp(), finished_at = case
    when :isLast and cardinality(:failed::uuid[]) = 0 and r.failed <@ :people::uuid[] then clock_timestamp() end
from assignments a
where r.workspace_id = :workspaceId and r.assignment_id = :id and a.workspace_id = r.workspace_id and a.id = r.assignment_id`,
});

export type ShouldStop = () => boolean;

/** People whom a run could not assign, as the log names them. */
class PeopleFailed extends Error {
  constructor({ workspaceId, id }: RunKey, failed: readonly FailedItem<string>[]) {
    const people = failed.slice(0, NAMED).map(({ item }) => item);
    const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
    const why = failed[0]?.error instanceof Error ? failed[0].error.message : 'unknown';
    super(`Assignment ${id} of workspace ${workspaceId} failed for ${people.join(', ')}${more}: ${why}`, {
      cause: failed[0]?.error,
    });
    this.name = 'PeopleFailed';
  }
}

/**
 * Continues a run in short transactions until it is done or `stop` returns true. People who fail on their own hold up
 * no others. They are tried again when the run is continued after everyone else.
 * @returns true if it is done or another server is applying it
 * @throws PeopleFailed if it is done but for those whom it names
 */
export async function continueAssignmentRun(
  db: Database,
  key: RunKey,
  stop: ShouldStop = () => false,
): Promise<boolean> {
  const failed: FailedItem<string>[] = [];
  for (;;) {
    const portion = await NEXT_PORTION.first(db.pool, { ...key, most: PORTION });
    if (!portion) return true;
    const { version, total } = portion;
    let { through } = portion;
    const isAgain = portion.people.length === 0;
    const people = isAgain ? portion.failed : portion.people;
    const isAll = isAgain || people.length < PORTION;
    for (let from = 0; from === 0 || from < people.length; from += BATCH) {
      if (stop()) return false;
      const batch = people.slice(from, from + BATCH);
      const last = isAgain ? through : (batch.at(-1) ?? through);
      const isLast = isAll && from + BATCH >= people.length;
      if (!(await applyBatch(db, { ...key, version, through }, { batch, last, isLast }, failed))) break;
      if ((through === NOBODY || isLast) && total > AT_ONCE) await analyseIfNew(db, key.workspaceId);
      through = last;
      if (isLast && failed.length > 0) throw new PeopleFailed(key, failed);
      if (isLast) return true;
    }
    if (await isHeld(db, key)) return true;
  }
}

/**
 * Returns false if another server is applying the run, or the rule has changed. Adds whom it can't assign to `failed`.
 */
async function applyBatch(
  db: Database,
  claim: RunKey & { version: number; through: string },
  { batch, last, isLast }: { batch: string[]; last: string; isLast: boolean },
  failed: FailedItem<string>[],
): Promise<boolean> {
  const apply = (people: string[], rest: { done: number; through: string | null; failed: string[]; isLast: boolean }) =>
    db.em.fork().transactional(async (em) => {
      if ((await CLAIM_RUN.run(em, claim)) === 0) return false;
      await APPLY_BATCH.run(em, { ...claim, now: new Date(), people, ...rest });
      return true;
    });
  let isOurs = true;
  let isStored = false;
  const before = failed.length;
  await processInHalvesOnFailure(
    batch,
    async (people) => {
      // A batch is one transaction as long as no one in it fails.
      const isWhole = people.length === batch.length;
      const rest = isWhole ? { through: last, isLast } : { through: null, isLast: false };
      isOurs &&= await apply(people, { done: people.length, failed: [], ...rest });
      isStored = isWhole;
    },
    // Each try for a held row would take as long as it waits.
    { failed, isFinal: (error) => isDatabaseUnavailableError(error) || databaseBusyMessageOf(error) !== undefined },
  );
  const fresh = failed.slice(before).map(({ item }) => item);
  if (isOurs && !isStored) isOurs = await apply([], { done: 0, through: last, failed: fresh, isLast });
  return isOurs;
}

const IS_KNOWN = defineStatement({
  name: 'is-workspace-known-to-planner',
  scope: 'global',
  row: z.strictObject({ known: z.boolean() }),
  sql: `
select count(*) = 2 as known from pg_stats
where schemaname = 'public' and tablename in ('enrollments', 'assignment_enrollments') and attname = 'workspace_id'
  and most_common_vals::text like concat('%', :id::uuid, '%')`,
});

const ANALYSE = defineStatement({
  name: 'analyse-enrollments',
  scope: 'global',
  sql: 'select 1 from analyse_enrollments()',
});

/**
 * Analyses the tables of a new workspace. PostgreSQL treats a workspace as empty until it has analysed tables with its
 * rows, which it does only once a tenth of them is new. Until then, each read could scan the whole workspace for every
 * row.
 */
async function analyseIfNew(db: Database, workspaceId: string): Promise<void> {
  const { known } = await IS_KNOWN.one(db.pool, { id: workspaceId });
  if (!known) await ANALYSE.run(db.pool);
}

const FREE_RUN = defineStatement({
  name: 'free-assignment-run',
  scope: 'tenant',
  sql: `
select 1 from assignment_runs
where workspace_id = :workspaceId and assignment_id = :id and finished_at is null for update skip locked`,
});

/** Returns true if another server is applying it. */
async function isHeld(db: Database, key: RunKey): Promise<boolean> {
  return (await FREE_RUN.run(db.pool, key)) === 0;
}

const RUN_SIZE = defineStatement({
  name: 'size-of-assignment-run',
  scope: 'tenant',
  row: z.strictObject({ total: z.int() }),
  sql: 'select total from assignment_runs where workspace_id = :workspaceId and assignment_id = :id',
});

/**
 * Applies a small change before the response; the job does larger ones, those of a request with an `Idempotency-Key`,
 * whose answer is stored in the transaction, and within a minute those that failed for
 * someone, or whose rows others hold.
 */
export async function applySmallAssignmentRun({ db, workspace, transaction }: Context, id: string): Promise<void> {
  if (transaction) return;
  const key = { workspaceId: workspace.id, id };
  try {
    const { total } = await RUN_SIZE.one(db.pool, key);
    if (total <= AT_ONCE) await continueAssignmentRun(db, key);
  } catch (error) {
    // The assignment is stored. An error would have it made again.
    if (isDatabaseUnavailableError(error)) throw error;
  }
}
