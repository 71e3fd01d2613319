create or replace function count_ai_calls() returns trigger language plpgsql as $$
begin
  insert into ai_call_days as d
    select workspace_id, (at at time zone 'UTC')::date, capability, purpose, provider, model, own,
      count(*), count(*) filter (where outcome <> 'ok'), count(*) filter (where cost_usd is null),
      sum(input_tokens), sum(output_tokens), sum(seconds), coalesce(sum(cost_usd), 0), sum(cached_tokens),
      sum(cache_saved_usd), sum(flex_saved_usd)
    from after_rows
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (workspace_id, day, capability, purpose, provider, model, own) do update set
      calls = d.calls + excluded.calls, failed = d.failed + excluded.failed, unpriced = d.unpriced + excluded.unpriced,
      input_tokens = d.input_tokens + excluded.input_tokens, output_tokens = d.output_tokens + excluded.output_tokens,
      seconds = d.seconds + excluded.seconds, cost_usd = d.cost_usd + excluded.cost_usd,
      cached_tokens = d.cached_tokens + excluded.cached_tokens,
      cache_saved_usd = d.cache_saved_usd + excluded.cache_saved_usd,
      flex_saved_usd = d.flex_saved_usd + excluded.flex_saved_usd;
  insert into ai_module_days as d
    select workspace_id, (at at time zone 'UTC')::date, module_id, purpose, own,
      count(*), count(*) filter (where cost_usd is null), coalesce(sum(cost_usd), 0)
    from after_rows where module_id is not null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, module_id, purpose, own) do update set
      calls = d.calls + excluded.calls, unpriced = d.unpriced + excluded.unpriced,
      cost_usd = d.cost_usd + excluded.cost_usd;
  return null;
end $$;
