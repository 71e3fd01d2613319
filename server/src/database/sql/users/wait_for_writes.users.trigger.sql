drop trigger if exists wait_for_writes on users;
create trigger wait_for_writes before update on users for each row
  when (old.is_active
    and (old.role, old.department_id, old.is_active, old.email)
      is distinct from (new.role, new.department_id, new.is_active, new.email))
  execute function wait_for_writes_of_user();
