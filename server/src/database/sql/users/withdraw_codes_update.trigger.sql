drop trigger if exists withdraw_codes_update on users;
create trigger withdraw_codes_update after update on users for each row
  when (old.manager_id is distinct from new.manager_id) execute function withdraw_codes_of_manager();
