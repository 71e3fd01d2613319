-- Of a workspace: held by who gives people a manager, or deactivates someone, until they commit.
create or replace function managers_lock(workspace uuid) returns bigint language sql immutable parallel safe
return hashtextextended('managers ' || workspace::text, 0);
