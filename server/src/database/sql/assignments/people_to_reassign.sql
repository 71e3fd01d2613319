-- Who is not as the assignment has it: joined or left unnoticed, due for the next cycle, or in one that somebody else
-- opened. Some of them may be as they should; applying it changes nothing for those.
create or replace function people_to_reassign(rule assignments, at timestamptz) returns setof uuid language sql stable
set plan_cache_mode = force_generic_plan as $$
select u.id from audience_of(rule) u
where u.is_active and (rule.joiners or rule.audience = 'user') and not exists (
  select from enrollments e
  join assignment_enrollments l on l.workspace_id = e.workspace_id and l.enrollment_id = e.id
    and l.assignment_id = rule.id and l.removed_at is null
  where e.workspace_id = rule.workspace_id and e.user_id = u.id and e.module_id = rule.module_id)
union
select e.user_id
from assignment_enrollments l
join enrollments e on e.workspace_id = l.workspace_id and e.id = l.enrollment_id
join users u on u.workspace_id = e.workspace_id and u.id = e.user_id
left join enrollments cur on not e.is_current and cur.workspace_id = e.workspace_id and cur.user_id = e.user_id
  and cur.module_id = e.module_id and cur.is_current
where l.workspace_id = rule.workspace_id and l.assignment_id = rule.id and l.removed_at is null and (
  not applies_to(rule, u)
  or u.is_active and (
    e.is_current and e.expires_at <= at + make_interval(days => rule.window_days)
    or not e.is_current and cur.id is null
    or cur.completed_at is null and cur.waived_at is null and not exists (
      select from assignment_enrollments k
      where k.workspace_id = rule.workspace_id and k.enrollment_id = cur.id and k.assignment_id = rule.id
        and k.removed_at is null)
      and cur.id is not null))
$$;
