-- Whoever comes back to an assignment is renewed by it, as if they had never left.
create or replace function plan_assignments(rules assignments[], people uuid[], at timestamptz, explicit boolean)
returns setof planned_assignment language sql stable as $$
select r.id, r.module_id, u.id, o.outcome, (past.cur).id, coalesce(past.cycles, 0), past.withdrawn_id,
  case
    when o.outcome = 'renewed' then case
      when lapse.last_day >= lapse.today then lapse.last_day
      else lapse.today + assignment_days(r, w.time_zone) end
    when past.renewal then past.due_on
    when r.due_days is not null then o.day + r.due_days
    when o.day > r.due_on then o.day + assignment_days(r, w.time_zone)
    else r.due_on end,
  o.outcome = 'renewed' or coalesce(past.renewal, false)
from unnest(rules) r
join workspaces w on w.id = r.workspace_id
join modules m on m.workspace_id = r.workspace_id and m.id = r.module_id
join users u on u.workspace_id = r.workspace_id and u.id = any(people)
left join lateral (
  select (array_agg(e) filter (where e.is_current))[1] as cur, max(e.cycle) as cycles,
    (array_agg(case when e.withdrawn_at is not null then e.id end order by e.cycle desc))[1] as withdrawn_id,
    bool_or(l.assignment_id is not null and l.removed_at is null) as linked, bool_or(l.assignment_id is not null) as known,
    max(l.added_at) filter (where e.is_current and l.removed_at is null) as added_at,
    bool_or(l.renewal) filter (where e.is_current and l.removed_at is null) as renewal,
    max(l.due_on) filter (where e.is_current and l.removed_at is null) as due_on
  from enrollments e
  left join assignment_enrollments l on l.workspace_id = e.workspace_id and l.enrollment_id = e.id and l.assignment_id = r.id
  where e.workspace_id = r.workspace_id and e.user_id = u.id and e.module_id = r.module_id
) past on true
cross join lateral (
  select (at at time zone w.time_zone)::date as today,
    (((past.cur).expires_at - interval '1 millisecond') at time zone w.time_zone)::date as last_day
) lapse
cross join lateral (
  select (coalesce(past.added_at, at) at time zone w.time_zone)::date as day, case
    when not applies_to(r, u) then case
      when past.linked is not true then null
      when past.added_at is null or (past.cur).completed_at is not null or (past.cur).waived_at is not null then 'released'
      when exists (
        select from assignment_enrollments l join assignments a on a.workspace_id = l.workspace_id and a.id = l.assignment_id
        where l.workspace_id = r.workspace_id and l.enrollment_id = (past.cur).id and l.assignment_id <> r.id
          and coalesce(l.removed_at, 'infinity') = 'infinity' and applies_to(a, u)) then 'released'
      else 'lost' end
    when not u.is_active then case when past.linked then 'paused' else 'inactive' end
    when not (coalesce(past.linked, false) or explicit or r.joiners or r.audience = 'user') then null
    when (past.cur).id is null then 'new'
    when (past.cur).completed_at is null and (past.cur).waived_at is null then
      case when past.added_at is null then 'joined' else 'kept' end
    when r.again and coalesce((past.cur).completed_at, (past.cur).waived_at) < r.created_at then 'new'
    when (past.cur).waived_at is not null then 'waived'
    when past.linked then case
      when m.status = 'published' and (past.cur).expires_at <= at + make_interval(days => r.window_days) then 'renewed'
      else 'completed' end
    when (past.cur).expires_at <= at then case
      when not past.known then 'new'
      when m.status = 'published' then 'renewed'
      else 'completed' end
    else 'completed' end as outcome
  offset 0
) o
where o.outcome is not null
$$;
