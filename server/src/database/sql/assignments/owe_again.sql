-- Cycles that are owed again, where the due date passed meanwhile, since that day: it is in the assignment's days from
-- today. Whoever calls it has locked them.
create or replace function owe_again(ws uuid, cycles uuid[], since date, at timestamptz) returns void language plpgsql as $$
declare
  zone text := (select w.time_zone from workspaces w where w.id = ws);
  today date := (at at time zone zone)::date;
begin
  update assignment_enrollments l set added_at = at, due_on = today + assignment_days(a, zone)
  from assignments a, enrollments e
  where l.workspace_id = ws and l.enrollment_id = any(cycles) and l.removed_at is null and l.due_on >= since and l.due_on < today
    and a.workspace_id = ws and a.id = l.assignment_id
    and e.workspace_id = ws and e.id = l.enrollment_id and e.is_current and e.completed_at is null and e.waived_at is null;
  update enrollments e set due_on = extended_due(owed.due_on, e.extended_on),
    due_at = start_of_day(extended_due(owed.due_on, e.extended_on) + 1, zone)
  from (
    select l.enrollment_id, min(l.due_on) as due_on from assignment_enrollments l
    where l.workspace_id = ws and l.enrollment_id = any(cycles) and l.removed_at is null group by l.enrollment_id
  ) owed
  where e.workspace_id = ws and e.id = owed.enrollment_id and e.is_current and e.completed_at is null and e.waived_at is null
    and e.due_on is distinct from extended_due(owed.due_on, e.extended_on);
end $$;
