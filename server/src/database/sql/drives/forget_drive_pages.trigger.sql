drop trigger if exists forget_drive_pages on drive_files;
create trigger forget_drive_pages after update on drive_files
  referencing old table as drive_files_before new table as drive_files_after
  for each statement execute function forget_drive_pages();
