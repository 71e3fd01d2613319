drop trigger if exists record_manager_insert on users;
create trigger record_manager_insert after insert on users for each row
  when (new.manager_id is not null) execute function record_manager();
