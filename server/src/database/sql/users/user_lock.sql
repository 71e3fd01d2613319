create or replace function user_lock(person uuid) returns bigint language sql immutable parallel safe
return hashtextextended('person ' || person::text, 0);
