-- The next time after a moment at which a clock of the zone shows that time.
create or replace function next_local_time(moment timestamptz, zone text, clock text)
returns timestamptz language sql stable parallel safe return (
  select case when today > moment then today else (day + 1 + clock::time) at time zone zone end
  from (
    select day, (day + clock::time) at time zone zone as today
    from (select (moment at time zone zone)::date as day) as of
  ) as local
);
