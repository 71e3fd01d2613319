import { Migration } from '@mikro-orm/migrations';

/** Assignments, and what learners do: cards seen, attempts at a quiz and their answers (rules/learning). */
export class Learning extends Migration {
  override up(): void {
    this.addSql(`
-- Standing: who is assigned a module, and who will be. Of a person, a department's people or a role's.
create table assignments (
  workspace_id uuid not null,
  id uuid not null,
  module_id uuid not null,
  audience text not null check (audience in ('user', 'department', 'role')),
  user_id uuid,
  department_id uuid,
  role text check (role in ('learner', 'trainer', 'content_manager', 'super_admin')),
  -- The last day, in the workspace's time zone, or so many days after each is assigned; neither: no due date.
  due_on date,
  due_days integer check (due_days between 1 and 3650),
  -- Also who joins the department or gets the role later.
  joiners boolean not null,
  -- Also who holds a completion that counts: they do it again.
  again boolean not null,
  -- So many days before a certificate runs out the next cycle opens.
  window_days integer not null check (window_days between 1 and 365),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by uuid,
  created_by_name text not null,
  ended_at timestamptz(3),
  ended_by_name text,
  primary key (workspace_id, id),
  foreign key (workspace_id, module_id) references modules,
  foreign key (workspace_id, user_id) references users,
  foreign key (workspace_id, department_id) references departments,
  constraint assignments_audience check (
    (audience = 'user') = (user_id is not null) and (audience = 'department') = (department_id is not null)
    and (audience = 'role') = (role is not null)),
  constraint assignments_due check (due_on is null or due_days is null)
);
create index assignments_by_module on assignments (workspace_id, module_id, created_at, id);
-- What applies to somebody who joins, or leaves.
create index assignments_standing on assignments (workspace_id, audience, department_id, role, user_id) where ended_at is null;

alter table enrollments
  -- From the library, a person's own choice: owed to nobody, and counted once it is completed.
  add column source text not null default 'assignment' check (source in ('assignment', 'library')),
  -- The last day in the workspace's time zone; due_at is its end.
  add column due_on date,
  -- What is studied, from the start on.
  add column revision_id uuid,
  -- Of the attempt that passed, at completion.
  add column final_score numeric(5, 4) check (final_score between 0 and 1),
  -- Closed without completion, for a reason: owed no more, and counted nowhere.
  add column waived_at timestamptz(3),
  add column waived_by_name text,
  add column waived_reason text,
  -- Taken back unfinished, as whoever left the audience; never current.
  add column withdrawn_at timestamptz(3),
  add foreign key (workspace_id, revision_id) references module_revisions,
  add constraint waived_is_unfinished check (waived_at is null or completed_at is null),
  add constraint withdrawn_is_past check (withdrawn_at is null or (not is_current and completed_at is null));

-- Why somebody is assigned a module: each assignment that covers the cycle.
create table assignment_enrollments (
  workspace_id uuid not null,
  assignment_id uuid not null,
  enrollment_id uuid not null,
  added_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (workspace_id, enrollment_id, assignment_id),
  foreign key (workspace_id, assignment_id) references assignments,
  foreign key (workspace_id, enrollment_id) references enrollments
);
create index assignment_enrollments_of on assignment_enrollments (workspace_id, assignment_id) where removed_at is null;

-- By its content: a card that a later revision changed is another one.
create table seen_cards (
  workspace_id uuid not null,
  enrollment_id uuid not null,
  card_id uuid not null,
  item_hash text not null,
  seen_at timestamptz(3) not null,
  primary key (workspace_id, enrollment_id, card_id, item_hash),
  foreign key (workspace_id, enrollment_id) references enrollments
);

create table attempts (
  workspace_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  number integer not null check (number > 0),
  revision_id uuid not null,
  -- That of the revision, when it began.
  pass_score numeric(5, 4) not null check (pass_score between 0 and 1),
  -- waiting: all is answered, and something not graded yet; superseded: the learner went on with a newer revision.
  state text not null check (state in ('open', 'waiting', 'passed', 'failed', 'superseded')),
  started_at timestamptz(3) not null,
  last_answer_at timestamptz(3),
  ended_at timestamptz(3),
  score numeric(5, 4) check (score between 0 and 1),
  primary key (workspace_id, id),
  constraint attempts_number unique (workspace_id, enrollment_id, number),
  foreign key (workspace_id, enrollment_id) references enrollments,
  foreign key (workspace_id, revision_id) references module_revisions,
  constraint attempt_has_ended check ((state in ('open', 'waiting')) = (ended_at is null)),
  constraint attempt_is_scored check ((state in ('passed', 'failed')) = (score is not null))
);
create unique index attempts_unfinished on attempts (workspace_id, enrollment_id) where state in ('open', 'waiting');

-- Given once: the same again is the same answer, another is refused.
create table answers (
  workspace_id uuid not null,
  id uuid not null,
  attempt_id uuid not null,
  question_id uuid not null,
  item_hash text not null,
  kind text not null check (kind in ('single_choice', 'multiple_choice', 'short_text', 'spoken')),
  response jsonb not null,
  given_at timestamptz(3) not null,
  state text not null check (state in ('graded', 'transcribing', 'grading', 'trainer')),
  -- As it counts now: 1 is right. Who gave it, and what it was before, stands with the grades.
  score numeric(5, 4) check (score between 0 and 1),
  -- The same question, unchanged, answered in the attempt before at an earlier revision.
  carried_from uuid,
  primary key (workspace_id, id),
  constraint answers_once unique (workspace_id, attempt_id, question_id),
  foreign key (workspace_id, attempt_id) references attempts,
  foreign key (workspace_id, carried_from) references answers,
  constraint answer_is_scored check ((state = 'graded') = (score is not null))
);
create index answers_carried on answers (workspace_id, carried_from) where carried_from is not null;
`);
  }
}
