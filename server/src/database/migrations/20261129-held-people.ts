import { Migration } from '@mikro-orm/migrations';

/** What a person writes holds them as what they were when they were let in, as a token's writes hold the token. */
export class HeldPeople extends Migration {
  override up(): void {
    this.addSql(`
create function person_lock(person uuid) returns bigint language sql immutable parallel safe
return hashtextextended('person ' || person::text, 0);

create function hold_person(workspace uuid, person uuid, its_role text, its_department uuid) returns boolean
language plpgsql as $$
begin
  if person is null then
    return true;
  end if;
  perform pg_advisory_xact_lock_shared(person_lock(person));
  -- A query of its own, which sees what was committed while the lock was waited for.
  return exists (
    select from users
    where workspace_id = workspace and id = person and is_active and role = its_role
      and department_id is not distinct from its_department
  );
end $$;

create function wait_for_writes_of_person() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(person_lock(old.id));
  return new;
end $$;
create trigger wait_for_writes before update on users for each row
  when (old.is_active
    and (old.role, old.department_id, old.is_active) is distinct from (new.role, new.department_id, new.is_active))
  execute function wait_for_writes_of_person();
`);
  }
}
