-- Whom the assignment covers, and whom it has covered until now. Planned for any workspace: PostgreSQL takes one that it
-- has not analysed yet for empty.
create or replace function people_of(rule assignments, after uuid) returns setof uuid language sql stable
set plan_cache_mode = force_generic_plan as $$
select a.id from audience_of(rule) a where a.id > after
union
select e.user_id from assignment_enrollments l
join enrollments e on e.workspace_id = l.workspace_id and e.id = l.enrollment_id
where l.workspace_id = rule.workspace_id and l.assignment_id = rule.id and l.removed_at is null and e.user_id > after
$$;
