drop trigger if exists withdraw_codes_insert on users;
create trigger withdraw_codes_insert after insert on users for each row
  when (new.manager_id is not null) execute function withdraw_codes_of_manager();
