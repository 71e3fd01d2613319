-- Of a workspace: held shared by who changes a person, and alone by who changes an assignment, until they commit. So each
-- of the two sees what the other has done.
create or replace function assignments_lock(workspace uuid) returns bigint language sql immutable parallel safe
return hashtextextended('assignments ' || workspace::text, 0);
