-- True if the workspace is in another database now, or isn't in this one yet: its rows here are no record of anything.
create or replace function is_moved_away(workspace uuid) returns boolean language sql stable as $$
  select exists (select from workspace_moves m where m.workspace_id = workspace and m.is_away)
$$;
