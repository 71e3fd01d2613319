-- What a cycle counts for, and in which cell: no row where it counts for nothing. Pure, so that counts which are kept and
-- counts of the rows are the same.
create or replace function enrollment_counts(e enrollments) returns table (
  is_active boolean, department_id uuid, module_id uuid, not_started integer, in_progress integer, completed integer,
  overdue integer, open_tried integer, open_passed integer, open_scored integer, open_points bigint, done_tried integer,
  done_passed integer, done_scored integer, done_points bigint, cert_current integer, cert_due_soon integer,
  cert_expired integer
) language sql immutable parallel safe as $$
select e.is_active, coalesce(e.department_id, '00000000-0000-0000-0000-000000000000'), e.module_id,
  (e.completed_at is null and e.started_at is null)::integer, (e.completed_at is null and e.started_at is not null)::integer,
  (e.completed_at is not null)::integer, (e.completed_at is null and e.overdue)::integer,
  (e.completed_at is null and e.attempts > 0)::integer, (e.completed_at is null and e.attempts > 0 and e.passed)::integer,
  (e.completed_at is null and e.attempts > 0 and e.best_score is not null)::integer,
  case when e.completed_at is null and e.attempts > 0 then coalesce(e.best_score * 10000, 0) else 0 end::bigint,
  (e.completed_at is not null and e.attempts > 0)::integer,
  (e.completed_at is not null and e.attempts > 0 and e.passed)::integer,
  (e.completed_at is not null and e.attempts > 0 and e.best_score is not null)::integer,
  case when e.completed_at is not null and e.attempts > 0 then coalesce(e.best_score * 10000, 0) else 0 end::bigint,
  (e.certificate = 'current')::integer, (e.certificate = 'due_soon')::integer, (e.certificate = 'expired')::integer
where e.counted
$$;
