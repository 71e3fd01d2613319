-- Whoever is deactivated keeps everything as it is, and goes on with it once they are back.
drop trigger if exists assign_changed_person on users;
create trigger assign_changed_person after update on users
  referencing old table as before_rows new table as after_rows for each statement execute function assign_changed_people();
