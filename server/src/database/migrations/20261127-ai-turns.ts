import { Migration } from '@mikro-orm/migrations';

/** AI jobs are taken up in turn between workspaces, by whoever has a slot free; the table itself is the queue. */
export class AiTurns extends Migration {
  override up(): void {
    this.addSql(`
alter table ai_jobs
  -- Nobody waits for it: those that somebody waits for come first.
  add column background boolean not null default false,
  -- When it was last taken up: workspaces that have waited longest come first.
  add column served_at timestamptz(3);
drop index ai_jobs_due;
create index ai_jobs_waiting on ai_jobs (workspace_id, background, due_at, id) where state = 'queued';
create index ai_jobs_served on ai_jobs (workspace_id, served_at) where served_at is not null;
update ai_jobs set due_at = now() where state = 'queued' and due_at is null;

/*
 * Takes up the job whose turn it is, of a workspace that runs fewer than at_once: fewest running first, then longest
 * unserved; within the workspace those that somebody waits for, in order. What a dead server ran waits again. Here, and
 * not in a statement, because what was counted before the lock may not be true any more; and in one call, so that
 * nobody keeps the lock while they are slow.
 */
create function claim_ai_job(at_once integer, lease interval)
returns table (claimed_workspace_id uuid, claimed_id uuid) language plpgsql as $$
declare
  moment timestamptz;
  turn uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_ai_job', 0));
  -- What was due at the commit that woke us is due, though its time was rounded up.
  moment := clock_timestamp() + interval '1 millisecond';
  update ai_jobs set state = 'queued', interruptions = interruptions + 1, lease_until = null, progress_step = '',
    due_at = coalesce(due_at, moment)
  where (workspace_id, id) in (
    select workspace_id, id from ai_jobs where state = 'running' and lease_until < moment for update skip locked);
  for turn in
    with recursive waiting as (
      (select workspace_id from ai_jobs where state = 'queued' order by workspace_id limit 1)
      union all
      select next.workspace_id from waiting cross join lateral (
        select workspace_id from ai_jobs where state = 'queued' and workspace_id > waiting.workspace_id
        order by workspace_id limit 1) next
    ), running as (
      select workspace_id, count(*) as jobs from ai_jobs where state = 'running' group by workspace_id
    )
    select w.workspace_id from waiting w left join running r using (workspace_id)
    where coalesce(r.jobs, 0) < at_once
    order by coalesce(r.jobs, 0),
      (select max(s.served_at) from ai_jobs s where s.workspace_id = w.workspace_id) nulls first, w.workspace_id
  loop
    return query
    update ai_jobs j set state = 'running', lease_until = moment + lease, served_at = moment,
      started_at = coalesce(j.started_at, moment), attempts = j.attempts + 1, progress_step = ''
    where j.workspace_id = turn and j.id = (
      select q.id from ai_jobs q where q.workspace_id = turn and q.state = 'queued' and q.due_at <= moment
      order by q.background, q.due_at, q.id limit 1 for update skip locked)
    returning j.workspace_id, j.id;
    if found then return; end if;
  end loop;
end $$;

-- What ran the jobs before, where there was any.
do $$ begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier in ('run_ai_job', 'take_over_ai_jobs')));
  end if;
end $$;
`);
  }
}
