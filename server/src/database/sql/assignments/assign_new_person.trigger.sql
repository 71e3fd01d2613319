drop trigger if exists assign_new_person on users;
create trigger assign_new_person after insert on users for each row
  when (new.is_active) execute function assign_person();
