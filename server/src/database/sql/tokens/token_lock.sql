-- A write holds its token until it commits, and a revocation waits for those that do. The lock is in memory only: many
-- writers in share on one row would each write a list of all of them to the row and to the log.
create or replace function token_lock(token uuid) returns bigint language sql immutable parallel safe
return hashtextextended('api token ' || token::text, 0);
