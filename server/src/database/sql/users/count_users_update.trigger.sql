-- Once a statement, in one order: two that move people between the same departments would wait for each other.
drop trigger if exists count_users_update on users;
create trigger count_users_update after update on users
  referencing old table as before_rows new table as after_rows for each statement execute function count_users();
