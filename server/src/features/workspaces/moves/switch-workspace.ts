import { z } from 'zod';
import { publishTopicExpressionSql, workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import { WORKSPACE_LEAVES_TOPIC } from './move-steps.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

/** Takes the workspace's jobs out of the queue, also those that run if `$2`, and stores them with its move. */
const TAKE_JOBS = `
with taken as (
  delete from graphile_worker._private_jobs where payload ->> 'workspace_id' = $1::text and ($2 or locked_at is null) returning *
)
update workspace_moves set jobs = coalesce(jobs, '[]') || (
  select coalesce(jsonb_agg(jsonb_build_object('identifier', t.identifier, 'payload', j.payload, 'queue', q.queue_name,
    'run_at', j.run_at, 'max_attempts', j.max_attempts, 'priority', j.priority, 'key', j.key,
    'attempts', case when j.locked_at is null then j.attempts else least(j.attempts, j.max_attempts - 1) end,
    'flags', (select jsonb_agg(flag) from jsonb_object_keys(j.flags) flag)) order by j.id), '[]')
  from taken j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id)
where workspace_id = $1::uuid`;

const PUT_JOB = `
select (graphile_worker.add_job(j ->> 'identifier', (j -> 'payload')::json, j ->> 'queue', (j ->> 'run_at')::timestamptz,
  (j ->> 'max_attempts')::int, j ->> 'key', (j ->> 'priority')::int,
  (select array_agg(flag) from jsonb_array_elements_text(nullif(j -> 'flags', 'null')) flag))).id
from (select $1::jsonb as j) job`;

const Jobs = z.array(z.looseObject({ attempts: z.int() }));

/** Puts saved jobs back into the queue of this side. */
export async function requeueSavedJobs(side: MoveDatabaseConnection, jobs: unknown): Promise<void> {
  for (const job of Jobs.parse(jobs ?? [])) {
    const { id } = await side.one<{ id: string }>(PUT_JOB, [JSON.stringify(job)]);
    await side.run('update graphile_worker._private_jobs set attempts = $2 where id = $1', [id, job.attempts]);
  }
}

/** Takes the jobs that no worker runs out of the queue, so that none begins. */
export async function dequeueWaitingJobs(source: MoveDatabaseConnection, workspaceId: string): Promise<void> {
  await source.run(TAKE_JOBS, [workspaceId, false]);
}

/** Marks the workspace as away at the source, in the holder's transaction. Its event streams end. */
export async function markWorkspaceAway(
  holder: MoveDatabaseConnection,
  workspaceId: string,
  held: number,
): Promise<void> {
  await holder.run('update workspaces set is_away = true where id = $1', [workspaceId]);
  await holder.run(TAKE_JOBS, [workspaceId, true]);
  await holder.run(
    `update workspace_moves set step = 'switched', is_resting = true, is_away = true, switched_at = now(),
       progress = progress || jsonb_build_object('held', $2::int) where workspace_id = $1`,
    [workspaceId, held],
  );
  await holder.run(`select ${publishTopicExpressionSql('$1')}`, [
    workspaceLiveTopicOf(workspaceId, WORKSPACE_LEAVES_TOPIC),
  ]);
}

/** Lets background work go on at the source, unless the workspace has left. */
export function resumeBackgroundWorkAtSource(source: MoveDatabaseConnection, workspaceId: string): Promise<void> {
  return source.transaction(async () => {
    const [resting] = await source.rows<{ jobs: unknown }>(
      'select jobs from workspace_moves where workspace_id = $1 and is_resting and not is_away for update',
      [workspaceId],
    );
    if (!resting) return;
    await requeueSavedJobs(source, resting.jobs);
    const update = `update workspace_moves set step = 'checking', is_resting = false, jobs = null where workspace_id = $1`;
    await source.run(update, [workspaceId]);
  });
}

/** Takes `markWorkspaceAway` back: the workspace is served at the source again. */
export function revertDeparture(source: MoveDatabaseConnection, workspaceId: string): Promise<void> {
  return source.transaction(async () => {
    const { jobs } = await source.one<{ jobs: unknown }>('select jobs from workspace_moves where workspace_id = $1', [
      workspaceId,
    ]);
    await requeueSavedJobs(source, jobs);
    await source.run(
      `update workspace_moves set step = 'prepared', is_resting = false, is_away = false, jobs = null, switched_at = null
       where workspace_id = $1`,
      [workspaceId],
    );
    await source.run('update workspaces set is_away = false where id = $1 and is_away', [workspaceId]);
  });
}

/** Copies the row of the workspace itself, which isn't replicated, with the given `is_away`. */
export async function copyWorkspaceRow(
  source: MoveDatabaseConnection,
  destination: MoveDatabaseConnection,
  workspaceId: string,
  isAway: boolean,
) {
  const { row } = await source.one<{ row: string }>(
    `select (to_jsonb(w) || jsonb_build_object('is_away', $2::boolean))::text as row from workspaces w where id = $1`,
    [workspaceId, isAway],
  );
  await destination.run(`set local session_replication_role = replica`);
  await destination.run('delete from workspaces where id = $1', [workspaceId]);
  await destination.run('insert into workspaces select (jsonb_populate_record(null::workspaces, $1)).*', [row]);
  await destination.run(`set local session_replication_role = origin`);
}

/** Commits at the destination that the workspace is there, with its jobs. Does nothing if it is. */
export function commitArrival(
  source: MoveDatabaseConnection,
  destination: MoveDatabaseConnection,
  workspaceId: string,
): Promise<void> {
  return destination.transaction(async () => {
    const arriving = await destination.rows(
      'select from workspace_moves where workspace_id = $1 and is_away for update',
      [workspaceId],
    );
    if (arriving.length === 0) return;
    await copyWorkspaceRow(source, destination, workspaceId, false);
    const { jobs } = await source.one<{ jobs: unknown }>('select jobs from workspace_moves where workspace_id = $1', [
      workspaceId,
    ]);
    await requeueSavedJobs(destination, jobs);
    // Google sends notifications to the address that a channel was opened with.
    await destination.run('delete from drive_channels where workspace_id = $1', [workspaceId]);
    await destination.run(
      'update drive_change_feeds set due_at = now() where workspace_id = $1 and cursor is not null',
      [workspaceId],
    );
    await destination.run(
      `update workspace_moves set step = 'switched', is_resting = false, is_away = false, switched_at = now()
       where workspace_id = $1`,
      [workspaceId],
    );
  });
}
