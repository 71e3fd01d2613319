import { Migration } from '@mikro-orm/migrations';

/**
 * Analytics from kept counts (rules/analytics 11 to 15): what a cycle counts for is a function of its row, each change
 * of it is recorded as a difference by the statement that causes it, and differences are folded into the counts later.
 */
export class Rollups extends Migration {
  override up(): void {
    this.addSql(COLUMNS);
    this.addSql(TABLES);
    this.addSql(FUNCTIONS);
    this.addSql(FILL);
    this.addSql(TRIGGERS);
  }
}

const COLUMNS = `
alter table enrollments
  -- Of the person; of current cycles only.
  add column department_id uuid,
  add column is_active boolean not null default true,
  -- Whether analytics counts it, where its module is published or it is completed.
  add column counted boolean not null default false,
  -- By the pass score that held when the score was given.
  add column passed boolean not null default false,
  -- Ten-thousandths of best_score once it is completed, -1 without a score; null where nobody tried. Another column than
  -- best_score, because that one changes while somebody is learning, and then must be in no index.
  add column final_points integer,
  -- The newest certificate of any of its cycles.
  add column certified_until timestamptz(3),
  -- As last noted: module_stat_clocks says until which moment.
  add column overdue boolean not null default false,
  add column certificate text not null default 'none' check (certificate in ('none', 'current', 'due_soon', 'expired')),
  -- When the clock makes either untrue.
  add column late_at timestamptz(3),
  add column lapses_at timestamptz(3),
  -- What learners write all the time stays within its page.
  set (fillfactor = 90);

update enrollments e set
  department_id = u.department_id,
  is_active = u.is_active,
  counted = e.completed_at is not null or (e.source = 'assignment' and e.waived_at is null),
  passed = coalesce(e.best_score >= m.pass_score, false),
  final_points = case when e.completed_at is not null and e.attempts > 0 then coalesce((e.best_score * 10000)::integer, -1) end,
  certified_until = c.until,
  overdue = e.completed_at is null and e.source = 'assignment' and e.waived_at is null and coalesce(e.due_at < now(), false),
  certificate = case when c.until is null then 'none' when c.until > now() + interval '720 hours' then 'current'
    when c.until > now() then 'due_soon' else 'expired' end,
  late_at = case when e.completed_at is null and e.source = 'assignment' and e.waived_at is null and e.due_at >= now()
    then e.due_at end,
  lapses_at = case when e.completed_at is null and (e.source <> 'assignment' or e.waived_at is not null) then null
    when c.until > now() + interval '720 hours' then c.until - interval '720 hours' when c.until > now() then c.until end
from users u, modules m, lateral (
  select max(any_cycle.expires_at) as until from enrollments any_cycle
  where any_cycle.workspace_id = m.workspace_id and any_cycle.user_id = u.id and any_cycle.module_id = m.id
) c
where e.is_current and u.workspace_id = e.workspace_id and u.id = e.user_id
  and m.workspace_id = e.workspace_id and m.id = e.module_id;

drop index enrollments_completed;
-- Times to completion and certificates of a module.
create index enrollments_of_module on enrollments (workspace_id, module_id)
  include (is_active, department_id, assigned_at, completed_at, certified_until)
  where counted and (completed_at is not null or certified_until is not null);
-- What was completed from a moment to another.
create index enrollments_by_completion on enrollments (workspace_id, completed_at)
  include (module_id, department_id, is_active, assigned_at, final_points, passed) where counted and completed_at is not null;
-- What the clock has changed since it was noted.
create index enrollments_late on enrollments (workspace_id, late_at)
  include (module_id, department_id, is_active) where late_at is not null;
create index enrollments_lapsing on enrollments (workspace_id, lapses_at)
  include (module_id, department_id, is_active, certificate, certified_until) where lapses_at is not null;
create index enrollments_certified on enrollments (workspace_id, certified_until)
  include (module_id, department_id, is_active) where counted and certified_until is not null;
`;

/** Counts; of scores those of unfinished cycles, open_…, and of completed ones, done_…, apart. */
const COUNTS = `
  not_started integer not null,
  in_progress integer not null,
  completed integer not null,
  overdue integer not null,
  open_tried integer not null,
  open_passed integer not null,
  open_scored integer not null,
  open_points bigint not null,
  done_tried integer not null,
  done_passed integer not null,
  done_scored integer not null,
  done_points bigint not null,
  cert_current integer not null,
  cert_due_soon integer not null,
  cert_expired integer not null`;

const OF_MODULE = `
  median_seconds double precision,
  last_completed_at timestamptz(3),
  next_expiry_at timestamptz(3)`;

const TABLES = `
create table module_stats (
  workspace_id uuid not null,
  is_active boolean not null,
  module_id uuid not null,${COUNTS},${OF_MODULE},
  primary key (workspace_id, is_active, module_id)
) with (fillfactor = 50);

create table department_module_stats (
  workspace_id uuid not null,
  is_active boolean not null,
  -- The nil uuid for people without one.
  department_id uuid not null,
  module_id uuid not null,${COUNTS},${OF_MODULE},
  primary key (workspace_id, is_active, department_id, module_id)
) with (fillfactor = 50);

-- Differences that are not in the two above yet.
create table module_stat_changes (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  is_active boolean not null,
  department_id uuid not null,
  module_id uuid not null,${COUNTS},
  -- Whether the median and the newest completion of the module have changed, and whether its next expiry has.
  completions boolean not null,
  certificates boolean not null,
  at timestamptz(3) not null default now(),
  primary key (workspace_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- The latest moment that enrollments.overdue and .certificate, and next_expiry_at, have been noted for.
create table module_stat_clocks (
  workspace_id uuid not null references workspaces,
  noted_until timestamptz(3) not null,
  primary key (workspace_id)
);
`;

const FUNCTIONS = `
-- What a cycle counts for, and in which cell: no row where it counts for nothing. Pure, so that counts which are kept and
-- counts of the rows are the same.
create function enrollment_counts(e enrollments) returns table (
  is_active boolean, department_id uuid, module_id uuid, not_started integer, in_progress integer, completed integer,
  overdue integer, open_tried integer, open_passed integer, open_scored integer, open_points bigint, done_tried integer,
  done_passed integer, done_scored integer, done_points bigint, cert_current integer, cert_due_soon integer,
  cert_expired integer
) language sql immutable parallel safe as $$
select e.is_active, coalesce(e.department_id, '00000000-0000-0000-0000-000000000000'), e.module_id,
  (e.completed_at is null and e.started_at is null)::integer, (e.completed_at is null and e.started_at is not null)::integer,
  (e.completed_at is not null)::integer, (e.completed_at is null and e.overdue)::integer,
  (e.completed_at is null and e.attempts > 0)::integer, (e.completed_at is null and e.attempts > 0 and e.passed)::integer,
  (e.completed_at is null and e.attempts > 0 and e.best_score is not null)::integer,
  case when e.completed_at is null and e.attempts > 0 then coalesce(e.best_score * 10000, 0) else 0 end::bigint,
  (e.completed_at is not null and e.attempts > 0)::integer,
  (e.completed_at is not null and e.attempts > 0 and e.passed)::integer,
  (e.completed_at is not null and e.attempts > 0 and e.best_score is not null)::integer,
  case when e.completed_at is not null and e.attempts > 0 then coalesce(e.best_score * 10000, 0) else 0 end::bigint,
  (e.certificate = 'current')::integer, (e.certificate = 'due_soon')::integer, (e.certificate = 'expired')::integer
where e.counted
$$;

-- Whatever is written to a cycle, its other columns follow from it here.
create function note_enrollment() returns trigger language plpgsql as $$
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
  new.counted := new.is_current
    and (new.completed_at is not null or (new.source = 'assignment' and new.waived_at is null));
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

-- A certificate of an earlier cycle, for the current one.
create function certify_current() returns trigger language plpgsql as $$
declare
  earlier enrollments;
begin
  if tg_op = 'DELETE' then
    earlier := old;
  else
    earlier := new;
  end if;
  update enrollments e set certified_until = c.until
  from (select max(o.expires_at) as until from enrollments o
    where o.workspace_id = earlier.workspace_id and o.user_id = earlier.user_id and o.module_id = earlier.module_id) c
  where e.workspace_id = earlier.workspace_id and e.user_id = earlier.user_id and e.module_id = earlier.module_id
    and e.is_current and e.certified_until is distinct from c.until;
  return null;
end $$;

create function note_module_stat_change() returns trigger language plpgsql as $$
begin
  insert into module_stat_changes (workspace_id, is_active, department_id, module_id, not_started, in_progress, completed,
    overdue, open_tried, open_passed, open_scored, open_points, done_tried, done_passed, done_scored, done_points,
    cert_current, cert_due_soon, cert_expired, completions, certificates)
  select coalesce(new.workspace_id, old.workspace_id), c.is_active, c.department_id, c.module_id, sum(way * c.not_started),
    sum(way * c.in_progress), sum(way * c.completed), sum(way * c.overdue), sum(way * c.open_tried),
    sum(way * c.open_passed), sum(way * c.open_scored), sum(way * c.open_points), sum(way * c.done_tried),
    sum(way * c.done_passed), sum(way * c.done_scored), sum(way * c.done_points), sum(way * c.cert_current),
    sum(way * c.cert_due_soon), sum(way * c.cert_expired),
    (old.completed_at is not null or new.completed_at is not null)
      and (old.counted, old.is_active, old.department_id, old.assigned_at, old.completed_at)
        is distinct from (new.counted, new.is_active, new.department_id, new.assigned_at, new.completed_at),
    (old.certified_until is not null or new.certified_until is not null)
      and (old.counted, old.is_active, old.department_id, old.certified_until, old.certificate)
        is distinct from (new.counted, new.is_active, new.department_id, new.certified_until, new.certificate)
  from (select 1 as way, n.* from enrollment_counts(new) n union all select -1, o.* from enrollment_counts(old) o) c
  group by c.is_active, c.department_id, c.module_id;
  return null;
end $$;

create function move_enrollments() returns trigger language plpgsql as $$
begin
  -- Waits for whoever is enrolling them; the update after it sees what they have written.
  perform from users where workspace_id = new.workspace_id and id = new.id for update;
  update enrollments set department_id = new.department_id, is_active = new.is_active
  where workspace_id = new.workspace_id and user_id = new.id and is_current
    and (department_id, is_active) is distinct from (new.department_id, new.is_active);
  return null;
end $$;
`;

/** One difference a cell: the first fold keeps them. */
const FILL = `
insert into module_stat_clocks select id, now() from workspaces;

insert into module_stat_changes (workspace_id, is_active, department_id, module_id, not_started, in_progress, completed,
  overdue, open_tried, open_passed, open_scored, open_points, done_tried, done_passed, done_scored, done_points,
  cert_current, cert_due_soon, cert_expired, completions, certificates)
select e.workspace_id, c.is_active, c.department_id, c.module_id, sum(c.not_started), sum(c.in_progress), sum(c.completed),
  sum(c.overdue), sum(c.open_tried), sum(c.open_passed), sum(c.open_scored), sum(c.open_points), sum(c.done_tried),
  sum(c.done_passed), sum(c.done_scored), sum(c.done_points), sum(c.cert_current), sum(c.cert_due_soon),
  sum(c.cert_expired), true, true
from enrollments e, enrollment_counts(e) c
group by e.workspace_id, c.is_active, c.department_id, c.module_id;
`;

const CHANGES = `(old.counted or new.counted)
  and (old.counted, old.is_active, old.department_id, old.assigned_at, old.started_at is null, old.completed_at, old.overdue,
      old.attempts > 0, old.passed, old.best_score, old.certificate, old.certified_until)
    is distinct from (new.counted, new.is_active, new.department_id, new.assigned_at, new.started_at is null,
      new.completed_at, new.overdue, new.attempts > 0, new.passed, new.best_score, new.certificate, new.certified_until)`;

/** Conditions, so that what learners write all the time, such as progress, calls none of them. */
const TRIGGERS = `
create trigger note_enrollment before insert on enrollments for each row execute function note_enrollment();
create trigger note_enrollment_update before update on enrollments for each row
  when ((old.is_current, old.source, old.waived_at, old.due_at, old.completed_at, old.expires_at, old.attempts > 0,
      old.best_score, old.overdue, old.certificate, old.certified_until)
    is distinct from (new.is_current, new.source, new.waived_at, new.due_at, new.completed_at, new.expires_at,
      new.attempts > 0, new.best_score, new.overdue, new.certificate, new.certified_until))
  execute function note_enrollment();

create trigger certify_current after insert on enrollments for each row
  when (not new.is_current and new.expires_at is not null) execute function certify_current();
create trigger certify_current_update after update on enrollments for each row
  when (not new.is_current and old.expires_at is distinct from new.expires_at) execute function certify_current();
create trigger certify_current_delete after delete on enrollments for each row
  when (old.expires_at is not null) execute function certify_current();

create trigger note_module_stat_change after insert on enrollments for each row
  when (new.counted) execute function note_module_stat_change();
create trigger note_module_stat_change_update after update on enrollments for each row
  when (${CHANGES}) execute function note_module_stat_change();
create trigger note_module_stat_change_delete after delete on enrollments for each row
  when (old.counted) execute function note_module_stat_change();

create trigger move_enrollments after update on users for each row
  when ((old.department_id, old.is_active) is distinct from (new.department_id, new.is_active))
  execute function move_enrollments();
`;
