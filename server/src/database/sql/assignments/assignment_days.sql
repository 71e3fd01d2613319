-- How many days an assignment gives: those it names, those that its last day left when it was made or, where it names
-- neither, its window, in which a renewal is opened on time. Never less than none: in the zone to which a workspace has
-- moved, an assignment may have been made after its last day.
create or replace function assignment_days(rule assignments, zone text) returns integer language sql stable as $$
select coalesce(rule.due_days, rule.due_on - least((rule.created_at at time zone zone)::date, rule.due_on), rule.window_days)
$$;
