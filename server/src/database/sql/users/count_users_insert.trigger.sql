drop trigger if exists count_users_insert on users;
create trigger count_users_insert after insert on users
  referencing new table as after_rows for each statement execute function count_users();
