drop trigger if exists count_users_update on users;
create trigger count_users_update after update on users for each row
  when ((old.department_id, old.role, old.is_active) is distinct from (new.department_id, new.role, new.is_active))
  execute function move_user_count();
