drop trigger if exists derive_enrollment_columns on enrollments;
create trigger derive_enrollment_columns before insert on enrollments for each row execute function derive_enrollment_columns();
