-- How many working days, Monday to Friday, have begun after one day until another. A weekend counts as its Friday.
create or replace function working_days(from_day date, until_day date)
returns integer language sql immutable strict parallel safe return (
  select sum(sign * ((day - date '2001-01-01') / 7 * 5 + least(extract(isodow from day)::integer, 5)))
  from (values (-1, from_day), (1, until_day)) as ends (sign, day)
);
