-- The newest cycle of a person and a module that is completed or excused.
create or replace function last_done_cycle(ws uuid, person uuid, module uuid) returns setof enrollments
language sql stable as $$
select e.* from enrollments e
where e.workspace_id = ws and e.user_id = person and e.module_id = module
  and (e.completed_at is not null or e.waived_at is not null)
order by e.cycle desc limit 1
$$;
