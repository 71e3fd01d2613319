-- A certificate of an earlier cycle, for the current one.
create or replace function certify_current() returns trigger language plpgsql as $$
declare
  earlier enrollments;
begin
  if tg_op = 'DELETE' then
    earlier := old;
  else
    earlier := new;
  end if;
  -- Which of them it is, derive_enrollment_columns finds once more.
  update enrollments e set certified_until = c.until, certificate = case when c.certified then 'current' else 'none' end
  from newest_certificate(earlier.workspace_id, earlier.user_id, earlier.module_id) c
  where e.workspace_id = earlier.workspace_id and e.user_id = earlier.user_id and e.module_id = earlier.module_id
    and e.is_current and (e.certified_until, e.certificate <> 'none') is distinct from (c.until, c.certified);
  return null;
end $$;
