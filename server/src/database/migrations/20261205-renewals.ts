import { Migration } from '@mikro-orm/migrations';

/** Who renews a certificate of their own choice counts on: else beginning it would hide that it is about to run out. */
export class Renewals extends Migration {
  override up(): void {
    this.addSql(NOTE);
    this.addSql(FILL);
  }
}

const NOTE = `
-- Whatever is written to a cycle, its other columns follow from it here.
create or replace function note_enrollment() returns trigger language plpgsql as $$
declare
  created constant boolean := tg_op = 'INSERT';
begin
  if not new.is_current then
    new.certified_until := null;
  elsif created or not old.is_current then
    -- Held as the foreign key holds them: whoever moves or deactivates them waits, and then finds this row.
    select u.department_id, u.is_active into new.department_id, new.is_active
    from users u where u.workspace_id = new.workspace_id and u.id = new.user_id for key share;
    new.is_active := coalesce(new.is_active, false);
  end if;
  if new.is_current and (created or (old.is_current, old.expires_at, old.certified_until)
      is distinct from (new.is_current, new.expires_at, new.certified_until)) then
    new.certified_until := greatest(new.expires_at, (
      select max(o.expires_at) from enrollments o
      where o.workspace_id = new.workspace_id and o.user_id = new.user_id and o.module_id = new.module_id
        and o.cycle <> new.cycle));
  end if;
  if new.best_score is null then
    new.passed := false;
  elsif created or old.best_score is distinct from new.best_score then
    new.passed := (not created and old.passed and new.best_score >= old.best_score) or new.best_score >= coalesce(
      (select (r.settings ->> 'pass_score')::numeric from module_revisions r
       where r.workspace_id = new.workspace_id and r.id = new.revision_id),
      (select m.pass_score from modules m where m.workspace_id = new.workspace_id and m.id = new.module_id), 0);
  end if;
  new.counted := new.is_current and (new.completed_at is not null
    or (new.waived_at is null and (new.source = 'assignment' or new.certified_until is not null)));
  if created or (old.counted, old.due_at, old.completed_at) is distinct from (new.counted, new.due_at, new.completed_at) then
    new.overdue := false;
  end if;
  if created or old.certified_until is distinct from new.certified_until then
    new.certificate := case when new.certified_until is null then 'none' else 'current' end;
  end if;
  new.late_at := case when new.counted and new.completed_at is null and not new.overdue then new.due_at end;
  new.lapses_at := case when new.counted then case new.certificate
    when 'current' then new.certified_until - interval '720 hours' when 'due_soon' then new.certified_until end end;
  new.final_points := case when new.completed_at is not null and new.attempts > 0
    then coalesce((new.best_score * 10000)::integer, -1) end;
  return new;
end $$;
`;

const FILL = `
update enrollments set counted = true, lapses_at = case certificate
    when 'current' then certified_until - interval '720 hours' when 'due_soon' then certified_until end
where is_current and source = 'library' and completed_at is null and waived_at is null and certified_until is not null;
`;
