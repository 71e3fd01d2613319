drop trigger if exists note_enrollment on enrollments;
create trigger note_enrollment before insert on enrollments for each row execute function note_enrollment();
