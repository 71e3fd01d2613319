-- Whatever is written to a cycle, its other columns follow from it here.
create or replace function derive_enrollment_columns() returns trigger language plpgsql as $$
declare
  created constant boolean := tg_op = 'INSERT';
  is_certified boolean;
begin
  if not new.is_current then
    new.certified_until := null;
    new.certificate := 'none';
  elsif created or not old.is_current then
    -- Held as the foreign key holds them: whoever moves or deactivates them waits, and then finds this row.
    select u.department_id, u.is_active into new.department_id, new.is_active
    from users u where u.workspace_id = new.workspace_id and u.id = new.user_id for key share;
    new.is_active := coalesce(new.is_active, false);
  end if;
  if new.is_current and (created
      or (old.is_current, old.completed_at, old.expires_at, old.certified_until, old.certificate = 'none')
        is distinct from (new.is_current, new.completed_at, new.expires_at, new.certified_until, new.certificate = 'none')) then
    -- As newest_certificate, with this cycle as it will be.
    select count(*) > 0, case when (array_agg(c.expires_at order by c.cycle desc))[1] is not null then max(c.expires_at) end
    into is_certified, new.certified_until
    from (
      select o.cycle, o.expires_at from enrollments o
      where o.workspace_id = new.workspace_id and o.user_id = new.user_id and o.module_id = new.module_id
        and o.completed_at is not null and o.cycle <> new.cycle
      union all select new.cycle, new.expires_at where new.completed_at is not null
    ) c;
    if created or old.certified_until is distinct from new.certified_until or is_certified = (new.certificate = 'none') then
      new.certificate := case when is_certified then 'current' else 'none' end;
    end if;
  end if;
  if new.best_score is null then
    new.passed := false;
  elsif created or old.best_score is distinct from new.best_score then
    new.passed := (not created and old.passed and new.best_score >= old.best_score) or new.best_score >= coalesce(
      (select (r.settings ->> 'pass_score')::numeric from module_revisions r
       where r.workspace_id = new.workspace_id and r.id = new.revision_id),
      (select m.pass_score from modules m where m.workspace_id = new.workspace_id and m.id = new.module_id), 0);
  end if;
  new.counted := new.is_current and (new.completed_at is not null
    or (new.waived_at is null and (new.source = 'assignment' or new.certified_until is not null)));
  if created or (old.counted, old.due_at, old.completed_at) is distinct from (new.counted, new.due_at, new.completed_at) then
    new.overdue := false;
  end if;
  new.late_at := case when new.counted and new.completed_at is null and not new.overdue then new.due_at end;
  new.lapses_at := case when new.counted then case new.certificate
    when 'current' then new.certified_until - interval '720 hours' when 'due_soon' then new.certified_until end end;
  new.final_points := case when new.completed_at is not null and new.attempts > 0
    then coalesce((new.best_score * 10000)::integer, -1) end;
  return new;
end $$;
