drop trigger if exists move_enrollments on users;
create trigger move_enrollments after update on users for each row
  when ((old.department_id, old.is_active) is distinct from (new.department_id, new.is_active))
  execute function move_enrollments();
