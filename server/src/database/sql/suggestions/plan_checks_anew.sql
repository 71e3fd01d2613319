-- Until the transaction ends, which is soon: few rows refer to a suggestion.
create or replace function plan_checks_anew() returns trigger language plpgsql as $$
begin
  perform set_config('plan_cache_mode', 'force_custom_plan', true);
  return new;
end $$;
