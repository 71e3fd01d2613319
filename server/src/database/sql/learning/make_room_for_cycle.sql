-- Renumbers a cycle and those after it, so that one can come before it. From the last: no two may have one number.
create or replace function make_room_for_cycle(ws uuid, enrollment uuid) returns void language plpgsql as $$
declare
  later record;
begin
  for later in
    select e.id from enrollments e
    join enrollments first on first.workspace_id = ws and first.id = enrollment
    where e.workspace_id = ws and e.user_id = first.user_id and e.module_id = first.module_id and e.cycle >= first.cycle
    order by e.cycle desc
  loop
    update enrollments set cycle = cycle + 1 where workspace_id = ws and id = later.id;
  end loop;
end $$;
