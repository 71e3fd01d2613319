create or replace function record_module_stat_change() returns trigger language plpgsql as $$
declare
  completes constant boolean := coalesce(new.counted and new.completed_at is not null
    and (old.counted and old.completed_at is not null) is not true, false);
  certifies constant boolean := coalesce(new.counted and new.certified_until is not null
    and (old.counted and old.certified_until is not null) is not true, false);
begin
  insert into module_stat_changes (workspace_id, is_active, department_id, module_id, not_started, in_progress, completed, attested,
    overdue, open_tried, open_passed, open_scored, open_points, done_tried, done_passed, done_scored, done_points,
    cert_current, cert_due_soon, cert_expired, completions, certificates, added_seconds, added_completion, added_expiry)
  select coalesce(new.workspace_id, old.workspace_id), c.is_active, c.department_id, c.module_id, sum(way * c.not_started),
    sum(way * c.in_progress), sum(way * c.completed), sum(way * c.attested), sum(way * c.overdue), sum(way * c.open_tried),
    sum(way * c.open_passed), sum(way * c.open_scored), sum(way * c.open_points), sum(way * c.done_tried),
    sum(way * c.done_passed), sum(way * c.done_scored), sum(way * c.done_points), sum(way * c.cert_current),
    sum(way * c.cert_due_soon), sum(way * c.cert_expired),
    (old.completed_at is not null or new.completed_at is not null)
      and (old.counted, old.is_active, old.department_id, old.assigned_at, old.completed_at, old.attested_id is null)
        is distinct from
          (new.counted, new.is_active, new.department_id, new.assigned_at, new.completed_at, new.attested_id is null),
    (old.certified_until is not null or new.certified_until is not null)
      and (old.counted, old.is_active, old.department_id, old.certified_until, old.certificate)
        is distinct from (new.counted, new.is_active, new.department_id, new.certified_until, new.certificate),
    -- To the cell that the cycle counts in now.
    case when completes and new.attested_id is null and max(way) = 1 then greatest(date_part('epoch', new.completed_at - new.assigned_at), 0) end,
    case when completes and max(way) = 1 then new.completed_at end,
    case when certifies and max(way) = 1 then new.certified_until end
  from (
    select 1 as way, (new.attested_id is not null)::integer as attested, n.* from enrollment_counts(new) n
    union all select -1, (old.attested_id is not null)::integer, o.* from enrollment_counts(old) o) c
  group by c.is_active, c.department_id, c.module_id;
  return null;
end $$;
