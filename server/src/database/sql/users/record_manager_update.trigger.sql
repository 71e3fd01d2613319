drop trigger if exists record_manager_update on users;
create trigger record_manager_update after update on users for each row
  when (old.manager_id is distinct from new.manager_id) execute function record_manager();
