drop trigger if exists record_module_stat_change_delete on enrollments;
create trigger record_module_stat_change_delete after delete on enrollments for each row
  when (old.counted) execute function record_module_stat_change();
