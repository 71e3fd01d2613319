drop trigger if exists wait_for_writes on api_tokens;
create trigger wait_for_writes before update on api_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function wait_for_writes();
