-- Returns true, or fails for a workspace that left: its rows are removed then, but not who still works for them.
create or replace function must_be_here(workspace uuid) returns boolean language plpgsql stable as $$
declare
  move record;
begin
  select m.name, m.origin into move from workspace_moves m
  where m.workspace_id = workspace and m.is_away and m.direction = 'out' order by m.started_at desc limit 1;
  if not found then
    return true;
  end if;
  raise exception using errcode = 'TP421',
    message = format('The workspace %s moved to %s, so nothing was saved here. Send it there.', move.name, move.origin);
end $$;
