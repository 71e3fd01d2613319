-- The moment at which a day begins in a time zone. Where the clock goes back from one to midnight, the day has two
-- midnights, and PostgreSQL takes the second: the first one is that by the clock of the day before.
create or replace function start_of_day(day date, zone text) returns timestamptz language sql immutable parallel safe
return case
  when ((day::timestamp - interval '12 hours') at time zone zone + interval '12 hours') at time zone zone = day::timestamp
  then (day::timestamp - interval '12 hours') at time zone zone + interval '12 hours'
  else day::timestamp at time zone zone end;
