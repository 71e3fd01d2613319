create or replace function claim_ai_job(at_once integer, lease interval, kinds boolean[])
returns table (claimed_workspace_id uuid, claimed_id uuid, claimed_background boolean) language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  moment timestamptz;
  turn uuid;
  kind boolean;
  resting uuid[] := array(select workspace_id from workspace_moves where is_resting);
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_ai_job', 0));
  -- What was due at the commit that woke us is due, though its time was rounded up.
  moment := clock_timestamp() + interval '1 millisecond';
  update ai_jobs set state = 'queued', interruptions = interruptions + 1, leased_until = null, lease_id = null, progress_step = '',
    due_at = coalesce(due_at, moment)
  where (workspace_id, id) in (
    select workspace_id, id from ai_jobs where state = 'running' and leased_until < moment and workspace_id <> all (resting)
    for update skip locked);
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
      where coalesce(r.jobs, 0) < at_once and w.workspace_id <> all (resting)
      order by coalesce(r.jobs, 0),
        (select max(s.served_at) from ai_jobs s where s.workspace_id = w.workspace_id) nulls first, w.workspace_id
    loop
      return query
      update ai_jobs j set state = 'running', leased_until = moment + lease, lease_id = gen_random_uuid(), served_at = moment,
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
