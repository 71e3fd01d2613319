-- Functions and triggers that have other names now. The files in ../sql create the new ones.
drop function if exists wire_time(timestamptz) cascade;
drop function if exists hold_token(uuid, uuid) cascade;
drop function if exists hold_person(uuid, uuid, text, uuid) cascade;
drop function if exists person_lock(uuid) cascade;
drop function if exists wait_for_writes_of_person() cascade;
drop function if exists settle_cycles(uuid, text, planned_assignment[], timestamptz) cascade;
drop function if exists stragglers_of(assignments, timestamptz) cascade;
drop function if exists covers(assignments, users) cascade;
drop function if exists look_through_due_dates() cascade;
drop function if exists note_enrollment() cascade;
drop function if exists note_module_stat_change() cascade;
drop function if exists note_opened_cycles() cascade;
drop function if exists drive_pages_forget() cascade;
delete from sql_objects;
