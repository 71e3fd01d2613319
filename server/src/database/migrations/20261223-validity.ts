import { Migration } from '@mikro-orm/migrations';

/**
 * A completion without an end is the newest certificate as well: an earlier one that runs out is news of the past, and
 * who has completed a module for ever is certified, also where others have to renew by now (rules/learning 5). A cycle
 * that says `certificate` and no `certified_until` has one that counts for ever.
 */
export class Validity extends Migration {
  override up(): void {
    this.addSql(NEWEST);
    this.addSql(NOTE);
    this.addSql(CERTIFY);
    this.addSql(FILL);
  }
}

const NEWEST = `
-- The certificate of a person for a module: certified, and until when, null for ever.
create function newest_certificate(workspace uuid, person uuid, module uuid)
returns table (certified boolean, until timestamptz) language sql stable as $$
select count(*) > 0, case when (array_agg(e.expires_at order by e.cycle desc))[1] is not null then max(e.expires_at) end
from enrollments e
where e.workspace_id = workspace and e.user_id = person and e.module_id = module and e.completed_at is not null
$$;
`;

const NOTE = `
-- Whatever is written to a cycle, its other columns follow from it here.
create or replace function note_enrollment() returns trigger language plpgsql as $$
declare
  created constant boolean := tg_op = 'INSERT';
  is_certified boolean;
begin
  if not new.is_current then
    new.certified_until := null;
    new.certificate := 'none';
  elsif created or not old.is_current then
    -- Held as the foreign key holds them: whoever moves or deactivates them waits, and then finds this row.
    select u.department_id, u.is_active into new.department_id, new.is_active
    from users u where u.workspace_id = new.workspace_id and u.id = new.user_id for key share;
    new.is_active := coalesce(new.is_active, false);
  end if;
  if new.is_current and (created
      or (old.is_current, old.completed_at, old.expires_at, old.certified_until, old.certificate = 'none')
        is distinct from (new.is_current, new.completed_at, new.expires_at, new.certified_until, new.certificate = 'none')) then
    -- As newest_certificate, with this cycle as it will be.
    select count(*) > 0, case when (array_agg(c.expires_at order by c.cycle desc))[1] is not null then max(c.expires_at) end
    into is_certified, new.certified_until
    from (
      select o.cycle, o.expires_at from enrollments o
      where o.workspace_id = new.workspace_id and o.user_id = new.user_id and o.module_id = new.module_id
        and o.completed_at is not null and o.cycle <> new.cycle
      union all select new.cycle, new.expires_at where new.completed_at is not null
    ) c;
    if created or old.certified_until is distinct from new.certified_until or is_certified = (new.certificate = 'none') then
      new.certificate := case when is_certified then 'current' else 'none' end;
    end if;
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
  new.late_at := case when new.counted and new.completed_at is null and not new.overdue then new.due_at end;
  new.lapses_at := case when new.counted then case new.certificate
    when 'current' then new.certified_until - interval '720 hours' when 'due_soon' then new.certified_until end end;
  new.final_points := case when new.completed_at is not null and new.attempts > 0
    then coalesce((new.best_score * 10000)::integer, -1) end;
  return new;
end $$;
`;

const CERTIFY = `
-- A certificate of an earlier cycle, for the current one.
create or replace function certify_current() returns trigger language plpgsql as $$
declare
  earlier enrollments;
begin
  if tg_op = 'DELETE' then
    earlier := old;
  else
    earlier := new;
  end if;
  -- Which of them it is, note_enrollment finds once more.
  update enrollments e set certified_until = c.until, certificate = case when c.certified then 'current' else 'none' end
  from newest_certificate(earlier.workspace_id, earlier.user_id, earlier.module_id) c
  where e.workspace_id = earlier.workspace_id and e.user_id = earlier.user_id and e.module_id = earlier.module_id
    and e.is_current and (e.certified_until, e.certificate <> 'none') is distinct from (c.until, c.certified);
  return null;
end $$;

drop trigger certify_current on enrollments;
create trigger certify_current after insert on enrollments for each row
  when (not new.is_current and new.completed_at is not null) execute function certify_current();
drop trigger certify_current_update on enrollments;
create trigger certify_current_update after update on enrollments for each row
  when (not new.is_current and (old.completed_at is null, old.expires_at) is distinct from (new.completed_at is null, new.expires_at))
  execute function certify_current();
drop trigger certify_current_delete on enrollments;
create trigger certify_current_delete after delete on enrollments for each row
  when (old.completed_at is not null) execute function certify_current();
`;

/** What the cycles counted for is taken away before they change, and what they count for now is added after it. */
const differences = (way: '' | '-') => `
insert into module_stat_changes (workspace_id, is_active, department_id, module_id, not_started, in_progress, completed,
  overdue, open_tried, open_passed, open_scored, open_points, done_tried, done_passed, done_scored, done_points,
  cert_current, cert_due_soon, cert_expired, completions, certificates)
select e.workspace_id, c.is_active, c.department_id, c.module_id, ${[
  'not_started',
  'in_progress',
  'completed',
  'overdue',
  'open_tried',
  'open_passed',
  'open_scored',
  'open_points',
  'done_tried',
  'done_passed',
  'done_scored',
  'done_points',
  'cert_current',
  'cert_due_soon',
  'cert_expired',
]
  .map((name) => `${way}sum(c.${name})`)
  .join(', ')}, true, true
from lasting l join enrollments e on e.workspace_id = l.workspace_id and e.id = l.id, enrollment_counts(e) c
group by e.workspace_id, c.is_active, c.department_id, c.module_id;
`;

/** In bulk and without the triggers of each row, for it may be most of all that was ever completed. */
const FILL = `
alter table enrollments disable trigger user;
create temporary table lasting as
select e.workspace_id, e.id from enrollments e
join (
  select workspace_id, user_id, module_id from enrollments where completed_at is not null
  group by workspace_id, user_id, module_id having (array_agg(expires_at order by cycle desc))[1] is null
) c on c.workspace_id = e.workspace_id and c.user_id = e.user_id and c.module_id = e.module_id
where e.is_current;
analyze lasting;
${differences('-')}
update enrollments e set certificate = 'current', certified_until = null, lapses_at = null,
  counted = e.completed_at is not null or (e.waived_at is null and e.source = 'assignment'),
  overdue = e.overdue and e.waived_at is null and e.source = 'assignment',
  late_at = case when e.completed_at is null and e.waived_at is null and e.source = 'assignment' and not e.overdue then e.due_at end
from lasting l where e.workspace_id = l.workspace_id and e.id = l.id;
${differences('')}
drop table lasting;
alter table enrollments enable trigger user;
`;
