-- A server with other time zone data, or a dump restored elsewhere, can lack a zone that was there when it was chosen.
create or replace function is_time_zone(zone text) returns boolean language plpgsql stable strict as $$
begin
  perform now() at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
