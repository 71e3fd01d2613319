import { Migration } from '@mikro-orm/migrations';

/** Every table leads with its workspace, and every reference is (workspace_id, x_id): none can cross workspaces. */
export class Foundation extends Migration {
  override up(): void {
    this.addSql(`
create function wire_time(moment timestamptz) returns text language sql stable parallel safe
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create table workspaces (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  api_may_assign_super_admin boolean not null default false,
  created_at timestamptz(3) not null
);

create table departments (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index departments_name on departments (workspace_id, lower(name));

create table users (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  email text not null,
  full_name text not null,
  role text not null check (role in ('learner', 'trainer', 'content_manager', 'auditor', 'super_admin')),
  department_id uuid,
  is_active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint users_email unique (workspace_id, email),
  foreign key (workspace_id, department_id) references departments,
  constraint trainer_has_department check (role <> 'trainer' or department_id is not null)
);
create index users_order on users (workspace_id, created_at, id);
create index users_by_department on users (workspace_id, department_id, created_at, id);
create index users_by_role on users (workspace_id, role, is_active, created_at, id);
create index users_by_state on users (workspace_id, is_active, created_at, id);
-- A person signs in with an e-mail alone, before any workspace is known.
create index users_by_email on users (email);

create table user_counts (
  workspace_id uuid not null references workspaces,
  department_id uuid,
  role text not null,
  is_active boolean not null,
  people integer not null
);
create unique index user_counts_key on user_counts (workspace_id, department_id, role, is_active) nulls not distinct;

create table courses (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  title text not null,
  emoji text not null,
  department_id uuid,
  published boolean not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, department_id) references departments
);
create index courses_order on courses (workspace_id, created_at, id);
create index courses_by_department on courses (workspace_id, department_id, created_at, id);

create table modules (
  workspace_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  title text not null,
  status text not null
    check (status in ('draft', 'in_review', 'changes_requested', 'published', 'rejected', 'archived')),
  position integer not null check (position >= 0),
  validity_days integer check (validity_days > 0),
  pass_score numeric(5, 4) not null default 0.8 check (pass_score between 0 and 1),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint modules_position unique (workspace_id, course_id, position) deferrable initially immediate,
  foreign key (workspace_id, course_id) references courses
);

create table sections (
  workspace_id uuid not null,
  id uuid not null,
  module_id uuid not null,
  kind text not null check (kind in ('flashcards', 'quiz')),
  state text not null check (state in ('editable', 'locked', 'queried', 'approved')),
  version integer not null default 1,
  items jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint sections_kind unique (workspace_id, module_id, kind),
  foreign key (workspace_id, module_id) references modules
);

create table enrollments (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  module_id uuid not null,
  cycle integer not null default 1,
  is_current boolean not null default true,
  assigned_at timestamptz(3) not null,
  due_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  expires_at timestamptz(3),
  last_activity_at timestamptz(3),
  progress numeric(5, 4) not null default 0 check (progress between 0 and 1),
  attempts integer not null default 0,
  best_score numeric(5, 4) check (best_score between 0 and 1),
  primary key (workspace_id, id),
  constraint enrollments_cycle unique (workspace_id, user_id, module_id, cycle),
  foreign key (workspace_id, user_id) references users,
  foreign key (workspace_id, module_id) references modules,
  constraint completed_was_started check (completed_at is null or started_at is not null),
  constraint certificate_was_completed check (expires_at is null or completed_at is not null)
);
create unique index enrollments_current on enrollments (workspace_id, user_id, module_id) where is_current;
create index enrollments_by_module on enrollments (workspace_id, module_id) where is_current;
-- Times to completion and earlier certificates, for the analytics of a whole workspace. A row enters when it is completed,
-- and no column of it changes while somebody is learning: those updates stay within their page.
create index enrollments_completed on enrollments (workspace_id, module_id, user_id)
  include (is_current, assigned_at, completed_at, expires_at) where completed_at is not null;

create table api_tokens (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by_name text,
  primary key (workspace_id, id)
);
create index api_tokens_hash on api_tokens (hash);

create table api_token_uses (
  workspace_id uuid not null,
  token_id uuid not null,
  used_at timestamptz(3) not null,
  operation text not null,
  ip text not null,
  primary key (workspace_id, token_id),
  foreign key (workspace_id, token_id) references api_tokens on delete cascade
);

create unlogged table rate_windows (
  workspace_id uuid not null,
  token_id uuid not null,
  kind text not null,
  starts_at timestamptz(3) not null,
  taken integer not null,
  primary key (workspace_id, token_id, kind, starts_at)
);
create index rate_windows_age on rate_windows (starts_at);

create table idempotency_keys (
  workspace_id uuid not null,
  token_id uuid not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  status integer not null,
  content_type text not null,
  body text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, token_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table suggestions (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  status text not null check (status in ('pending', 'accepted', 'dismissed', 'superseded')),
  title text not null,
  content text not null,
  text_hash bytea not null,
  source_name text not null,
  source_url text,
  department_id uuid,
  duplicate_of uuid,
  created_at timestamptz(3) not null,
  dismissed_at timestamptz(3),
  dismissed_by_name text,
  dismiss_reason text,
  primary key (workspace_id, id),
  constraint suggestions_source unique (workspace_id, text_hash, source_name),
  foreign key (workspace_id, department_id) references departments,
  foreign key (workspace_id, duplicate_of) references suggestions
);
create index suggestions_queue on suggestions (workspace_id, status, created_at, id);

create table audit_events (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  at timestamptz(3) not null,
  action text not null,
  actor_kind text not null check (actor_kind in ('user', 'token', 'system')),
  actor_id uuid,
  actor_name text not null,
  subject_kind text not null,
  subject_id uuid,
  subject_name text not null,
  changes jsonb,
  request_id text,
  ip text,
  primary key (workspace_id, id)
);
create index audit_events_order on audit_events (workspace_id, at desc, id desc);
create index audit_events_by_action on audit_events (workspace_id, action, at desc, id desc);

-- Whatever changes a row of the catalog changes its revision. Deferred to the commit, so that the lock on the
-- revision is the last one that a transaction takes; random, so that a restored backup cannot repeat one.
create table catalog_revisions (
  workspace_id uuid primary key references workspaces,
  revision uuid not null
);

create function start_catalog_revision() returns trigger language plpgsql as $$
begin
  insert into catalog_revisions values (new.id, gen_random_uuid());
  return null;
end $$;
create trigger start_catalog_revision after insert on workspaces
  for each row execute function start_catalog_revision();

create function bump_catalog_revision() returns trigger language plpgsql as $$
declare
  workspace uuid := case when tg_op = 'DELETE' then old.workspace_id else new.workspace_id end;
begin
  if current_setting('training.bumped', true) is distinct from workspace::text then
    update catalog_revisions set revision = gen_random_uuid() where workspace_id = workspace;
    perform set_config('training.bumped', workspace::text, true);
  end if;
  return null;
end $$;
create constraint trigger bump_catalog_revision after insert or update or delete on courses
  deferrable initially deferred for each row execute function bump_catalog_revision();
create constraint trigger bump_catalog_revision after insert or update or delete on modules
  deferrable initially deferred for each row execute function bump_catalog_revision();

-- How many people each department, role and state has: a page of users answers its total without counting.
create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_counts
      select workspace_id, department_id, role, is_active, count(*) from after_rows
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people;
  elsif tg_op = 'DELETE' then
    insert into user_counts
      select workspace_id, department_id, role, is_active, -count(*) from before_rows
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people;
  else
    insert into user_counts
      select workspace_id, department_id, role, is_active, sum(n) from (
        select workspace_id, department_id, role, is_active, 1 as n from after_rows
        union all
        select workspace_id, department_id, role, is_active, -1 from before_rows
      ) moves
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people;
  end if;
  return null;
end $$;
create trigger count_users_insert after insert on users
  referencing new table as after_rows for each statement execute function count_users();
create trigger count_users_delete after delete on users
  referencing old table as before_rows for each statement execute function count_users();
create trigger count_users_update after update on users
  referencing new table as after_rows old table as before_rows for each statement execute function count_users();
`);
  }
}
