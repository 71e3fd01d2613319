import { Migration } from '@mikro-orm/migrations';

/**
 * What every hot write pays for, made cheaper: the hold on its token, the counts of people, the indexes of the audit
 * log.
 */
export class HotWrites extends Migration {
  override up(): void {
    this.addSql(`
-- A write holds its token until it commits, and a revocation waits for those that do. The lock is in memory only: many
-- writers in share on one row would each write a list of all of them to the row and to the log.
create function token_lock(token uuid) returns bigint language sql immutable parallel safe
return hashtextextended('api token ' || token::text, 0);

create function hold_token(workspace uuid, token uuid) returns boolean language plpgsql as $$
begin
  if token is null then
    return true;
  end if;
  perform pg_advisory_xact_lock_shared(token_lock(token));
  -- A query of its own, which sees what was committed while the lock was waited for.
  return exists (select from api_tokens where workspace_id = workspace and id = token and revoked_at is null);
end $$;

create function wait_for_writes() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(token_lock(old.id));
  return new;
end $$;
create trigger wait_for_writes before update on api_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function wait_for_writes();

-- Most updates of a person leave the counts as they are, and cost nothing here.
drop trigger count_users_update on users;
create function move_user_count() returns trigger language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  insert into user_counts
    select new.workspace_id, department_id, role, is_active, people from (values
      (coalesce(old.department_id, nil), old.role, old.is_active, -1),
      (coalesce(new.department_id, nil), new.role, new.is_active, 1)
    ) moves (department_id, role, is_active, people)
    order by 2, 3, 4
    on conflict (workspace_id, department_id, role, is_active)
      do update set people = user_counts.people + excluded.people;
  return null;
end $$;
create trigger count_users_update after update on users for each row
  when ((old.department_id, old.role, old.is_active) is distinct from (new.department_id, new.role, new.is_active))
  execute function move_user_count();

-- The primary key gives the order too, read backwards; with the time in it, the log can be kept in parts by time.
drop index audit_events_order;
alter table audit_events drop constraint audit_events_pkey, add primary key (workspace_id, at, id);
`);
  }
}
