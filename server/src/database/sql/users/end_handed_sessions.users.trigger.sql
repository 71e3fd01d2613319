-- After the update, which waits for sign-ins by links of this person that have begun.
drop trigger if exists end_handed_sessions on users;
create trigger end_handed_sessions after update on users for each row
  when (old.is_active and old.role = 'super_admin' and not (new.is_active and new.role = 'super_admin'))
  execute function end_handed_sessions();
