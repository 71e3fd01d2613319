create or replace function guard_token(workspace uuid, token uuid) returns boolean language plpgsql as $$
begin
  if token is null then
    return true;
  end if;
  perform pg_advisory_xact_lock_shared(token_lock(token));
  -- A query of its own, which sees what was committed while the lock was waited for.
  return exists (select from api_tokens where workspace_id = workspace and id = token and revoked_at is null)
    or not must_be_here(workspace);
end $$;
