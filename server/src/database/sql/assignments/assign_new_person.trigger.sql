drop trigger if exists assign_new_person on users;
create trigger assign_new_person after insert on users
  referencing new table as after_rows for each statement execute function assign_new_people();
