-- Due dates that passed while the module was hidden.
create or replace function owe_published_again() returns trigger language plpgsql as $$
declare
  since date := (
    select coalesce(max(d.at) filter (where d.verdict = 'unpublished' and d.at > p.at), max(d.at) filter (where d.verdict = 'archived'))
      at time zone w.time_zone
    from workspaces w
    join review_decisions d on d.workspace_id = w.id and d.module_id = new.id
    cross join lateral (
      select coalesce(max(x.at), '-infinity') as at from review_decisions x
      where x.workspace_id = w.id and x.module_id = new.id and x.verdict = 'published') p
    where w.id = new.workspace_id group by w.time_zone);
  cycles uuid[];
begin
  if since is not null then
    cycles := array(
      select e.id from enrollments e
      where e.workspace_id = new.workspace_id and e.module_id = new.id and e.is_current
        and e.completed_at is null and e.waived_at is null and e.due_on >= since
      order by e.user_id, e.cycle for no key update);
    perform owe_again(new.workspace_id, cycles, since, now());
  end if;
  return null;
end $$;
