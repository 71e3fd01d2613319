create or replace function recheck_due_dates() returns trigger language plpgsql as $$
begin
  insert into assignment_maintenance (workspace_id, dates_through) values (new.id, '00000000-0000-0000-0000-000000000000')
  on conflict (workspace_id) do update set dates_through = excluded.dates_through;
  perform graphile_worker.add_job('apply_assignments', job_key := 'apply_assignments');
  return null;
end $$;
