-- The end of the quiet hours that a moment falls into, or the moment itself.
create or replace function after_quiet_hours(moment timestamptz, zone text, quiet_from text, quiet_to text)
returns timestamptz language sql stable parallel safe return (
  select case
    when quiet_from is null or quiet_from = quiet_to then moment
    when quiet_from < quiet_to and hour >= quiet_from and hour < quiet_to then greatest(moment, (day + quiet_to::time) at time zone zone)
    when quiet_from > quiet_to and hour < quiet_to then greatest(moment, (day + quiet_to::time) at time zone zone)
    when quiet_from > quiet_to and hour >= quiet_from then (day + 1 + quiet_to::time) at time zone zone
    else moment end
  from (select (moment at time zone zone)::date as day, to_char(moment at time zone zone, 'HH24:MI') as hour) as local
);
