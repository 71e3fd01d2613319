drop trigger if exists note_module_stat_change_delete on enrollments;
create trigger note_module_stat_change_delete after delete on enrollments for each row
  when (old.counted) execute function note_module_stat_change();
