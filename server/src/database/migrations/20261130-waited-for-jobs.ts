import { Migration } from '@mikro-orm/migrations';

/**
 * AI jobs that somebody waits for, and those in the background, each have their own turns: the first never wait for the
 * second, of whatever workspace. How long a provider has been busy or away is known.
 */
export class WaitedForJobs extends Migration {
  override up(): void {
    this.addSql(`
alter table ai_jobs
  -- When the provider was first busy or away, of the failures in a row.
  add column provider_failed_at timestamptz(3);
update ai_jobs set background = true
where state in ('queued', 'running', 'parked') and feature not in ('oral_grading', 'speech_to_text');
drop index ai_jobs_waiting;
create index ai_jobs_waiting on ai_jobs (background, workspace_id, due_at, id) where state = 'queued';
drop function claim_ai_job(integer, interval);

/*
 * Takes up the job whose turn it is, of the first of the kinds that has one: of a workspace that runs fewer than
 * at_once of that kind, fewest running first, then longest unserved; within the workspace in order. What a dead server
 * ran waits again. Here, and not in a statement, because what was counted before the lock may not be true any more; and
 * in one call, so that nobody keeps the lock while they are slow. Planned anew each time, and by the indexes: a
 * connection would keep the plan that it made while there were no jobs, which reads the whole table when there are
 * many.
 */
create function claim_ai_job(at_once integer, lease interval, kinds boolean[])
returns table (claimed_workspace_id uuid, claimed_id uuid, claimed_background boolean) language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  moment timestamptz;
  turn uuid;
  kind boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_ai_job', 0));
  -- What was due at the commit that woke us is due, though its time was rounded up.
  moment := clock_timestamp() + interval '1 millisecond';
  update ai_jobs set state = 'queued', interruptions = interruptions + 1, lease_until = null, progress_step = '',
    due_at = coalesce(due_at, moment)
  where (workspace_id, id) in (
    select workspace_id, id from ai_jobs where state = 'running' and lease_until < moment for update skip locked);
  foreach kind in array kinds loop
    for turn in
      with recursive waiting as (
        (select workspace_id from ai_jobs where state = 'queued' and background = kind order by workspace_id limit 1)
        union all
        select next.workspace_id from waiting cross join lateral (
          select workspace_id from ai_jobs
          where state = 'queued' and background = kind and workspace_id > waiting.workspace_id
          order by workspace_id limit 1) next
      ), running as (
        select workspace_id, count(*) as jobs from ai_jobs where state = 'running' and background = kind
        group by workspace_id
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
        select q.id from ai_jobs q
        where q.workspace_id = turn and q.state = 'queued' and q.background = kind and q.due_at <= moment
        order by q.due_at, q.id limit 1 for update skip locked)
      returning j.workspace_id, j.id, j.background;
      if found then return; end if;
    end loop;
  end loop;
end $$;
`);
  }
}
