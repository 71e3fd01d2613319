-- The last day of a cycle: the earliest of its assignments, or the day to which it was extended, if that is later.
create or replace function extended_due(due date, extended date) returns date language sql immutable as $$
select case when due is not null then greatest(due, extended) end
$$;
