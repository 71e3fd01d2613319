-- The modules that have to be done before a cycle opens that nobody has begun, where it is owed by paths only; null if it
-- is open. Of several paths, the one with the fewest counts. Done is what is completed, excused (also if it was begun
-- anew since then), or certified by an earlier cycle; a module that isn't published keeps none closed.
create or replace function missing_modules(ws uuid, enrollment uuid, at timestamptz) returns uuid[] language sql stable as $$
select o.missing from (
  select coalesce(path.missing, '{}') as missing
  from enrollments e
  join assignment_enrollments l on l.workspace_id = ws and l.enrollment_id = e.id and l.removed_at is null
  join assignments a on a.workspace_id = ws and a.id = l.assignment_id
  left join path_assignments g on g.workspace_id = ws and g.assignment_id = l.assignment_id
  left join lateral (
    select array_agg(m.id) as missing
    from path_steps s
    cross join lateral unnest(s.requires) r (id)
    join modules m on m.workspace_id = ws and m.id = r.id and m.status = 'published'
    left join enrollments p on p.workspace_id = ws and p.user_id = e.user_id and p.module_id = m.id and p.is_current
    where s.workspace_id = ws and s.path_id = g.path_id and s.module_id = e.module_id
      and p.completed_at is null and p.waived_at is null
      and (a.again or coalesce(p.certificate, 'none') = 'none' or coalesce(p.certified_until, 'infinity') <= at)
      and not (coalesce(p.cycle, 2) > 1 and exists (
        select from last_done_cycle(ws, e.user_id, m.id) x
        where x.completed_at is null and (not a.again or x.waived_at >= a.created_at)))
  ) path on true
  where e.workspace_id = ws and e.id = enrollment and e.source = 'assignment' and e.started_at is null
    and e.completed_at is null and e.waived_at is null
  order by cardinality(coalesce(path.missing, '{}')) limit 1
) o where cardinality(o.missing) > 0
$$;
