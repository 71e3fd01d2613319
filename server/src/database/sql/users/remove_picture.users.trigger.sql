drop trigger if exists remove_picture on users;
create trigger remove_picture before update on users for each row
  when (not new.is_active and new.picture is not null) execute function remove_picture();
