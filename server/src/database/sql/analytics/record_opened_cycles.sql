create or replace function record_opened_cycles() returns trigger language plpgsql as $$
begin
  insert into module_stat_changes (workspace_id, is_active, department_id, module_id, not_started, in_progress, completed, attested,
    overdue, open_tried, open_passed, open_scored, open_points, done_tried, done_passed, done_scored, done_points,
    cert_current, cert_due_soon, cert_expired, completions, certificates)
  select e.workspace_id, c.is_active, c.department_id, c.module_id, sum(c.not_started), sum(c.in_progress),
    sum(c.completed), count(e.attested_id), sum(c.overdue), sum(c.open_tried), sum(c.open_passed), sum(c.open_scored), sum(c.open_points),
    sum(c.done_tried), sum(c.done_passed), sum(c.done_scored), sum(c.done_points), sum(c.cert_current),
    sum(c.cert_due_soon), sum(c.cert_expired), bool_or(e.completed_at is not null), bool_or(e.certified_until is not null)
  from opened e, enrollment_counts(e) c
  group by e.workspace_id, c.is_active, c.department_id, c.module_id;
  return null;
end $$;
