-- Whoever is deactivated keeps everything as it is, and goes on with it once they are back.
drop trigger if exists assign_changed_person on users;
create trigger assign_changed_person after update of role, department_id, is_active on users for each row
  when ((new.role, new.department_id) is distinct from (old.role, old.department_id) or (new.is_active and not old.is_active))
  execute function assign_person();
