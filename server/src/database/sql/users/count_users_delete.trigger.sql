drop trigger if exists count_users_delete on users;
create trigger count_users_delete after delete on users
  referencing old table as before_rows for each statement execute function count_users();
