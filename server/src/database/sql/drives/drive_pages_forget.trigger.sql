drop trigger if exists drive_pages_forget on drive_files;
create trigger drive_pages_forget after update on drive_files
  referencing old table as drive_files_before new table as drive_files_after
  for each statement execute function drive_pages_forget();
