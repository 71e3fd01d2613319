-- The cycle of a person and a module that is current, or else the last one; by the index of persons.
create or replace function last_cycle(ws uuid, person uuid, module uuid) returns setof enrollments language sql stable as $$
select e.* from enrollments e where e.workspace_id = ws and e.user_id = person and e.module_id = module
order by e.is_current desc, e.cycle desc limit 1
$$;
