import { Migration } from '@mikro-orm/migrations';

/** The approval workflow: working copies, rounds, decisions, comments, and what is live (rules/review). */
export class Reviews extends Migration {
  override up(): void {
    this.addSql(`
-- The text of a jsonb is canonical: its keys are sorted. Wrapped because convert_to alone counts as changeable.
create function content_hash(items jsonb) returns text language sql immutable strict parallel safe
return encode(sha256(convert_to(items::text, 'UTF8')), 'hex');

create table module_revisions (
  workspace_id uuid not null,
  id uuid not null,
  module_id uuid not null,
  number integer not null,
  title text not null,
  flashcards jsonb not null,
  quiz jsonb not null,
  flashcards_hash text not null generated always as (content_hash(flashcards)) stored,
  quiz_hash text not null generated always as (content_hash(quiz)) stored,
  published_at timestamptz(3) not null,
  published_by_name text not null,
  primary key (workspace_id, id),
  constraint module_revisions_number unique (workspace_id, module_id, number),
  foreign key (workspace_id, module_id) references modules
);
-- What is live is exactly what was approved: no revision ever changes.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published revision cannot be changed';
end $$;
create trigger module_revisions_are_immutable before update on module_revisions
  for each row execute function refuse_change();

alter table modules
  add column workflow text check (workflow in ('draft', 'in_review', 'changes_requested', 'rejected')),
  -- How many working copies there have been, and how often the module was submitted.
  add column cycle integer not null default 1,
  add column round integer not null default 0,
  -- The title that the working copy of a live module will bring.
  add column working_title text,
  add column live_revision_id uuid,
  add column created_by uuid,
  add column suggestion_id uuid,
  add column submitted_at timestamptz(3),
  add column submitted_by_name text,
  add column claimed_by uuid,
  add column claimed_by_name text,
  add column claimed_at timestamptz(3),
  add foreign key (workspace_id, live_revision_id) references module_revisions deferrable initially deferred,
  add foreign key (workspace_id, created_by) references users,
  add foreign key (workspace_id, claimed_by) references users,
  add foreign key (workspace_id, suggestion_id) references suggestions;

alter table sections
  add column content_hash text not null generated always as (content_hash(items)) stored,
  -- Since when it has its state, and who gave it: what a locked editor shows.
  add column state_since timestamptz(3),
  add column state_by_name text;

update sections set state_since = updated_at;
alter table sections alter column state_since set not null;

-- What was published before there were revisions becomes its own first one.
insert into module_revisions (workspace_id, id, module_id, number, title, flashcards, quiz, published_at, published_by_name)
select m.workspace_id, gen_random_uuid(), m.id, 1, m.title, f.items, q.items, m.updated_at, 'Workspace'
from modules m
join sections f on f.workspace_id = m.workspace_id and f.module_id = m.id and f.kind = 'flashcards'
join sections q on q.workspace_id = m.workspace_id and q.module_id = m.id and q.kind = 'quiz'
where m.status = 'published';
update modules m set live_revision_id = r.id from module_revisions r
where r.workspace_id = m.workspace_id and r.module_id = m.id;
update modules set workflow = case when status in ('published', 'archived') then null else status end;
update modules set workflow = 'draft' where status = 'archived' and live_revision_id is null;
set constraints all immediate;

alter table modules
  add constraint modules_public_status check (
    status = case when status = 'archived' then 'archived' when live_revision_id is not null then 'published' else workflow end),
  add constraint modules_have_content check (workflow is not null or live_revision_id is not null),
  add constraint modules_claim check ((claimed_by is null) = (claimed_at is null));
-- The review queue, what has waited longest first.
create index modules_in_review on modules (workspace_id, submitted_at, id) where workflow = 'in_review' and status <> 'archived';

-- One submission: both sections as they were locked. Rounds are counted over the module's whole life.
create table review_rounds (
  workspace_id uuid not null,
  id uuid not null,
  module_id uuid not null,
  cycle integer not null,
  round integer not null,
  title text not null,
  flashcards jsonb not null,
  quiz jsonb not null,
  flashcards_hash text not null generated always as (content_hash(flashcards)) stored,
  quiz_hash text not null generated always as (content_hash(quiz)) stored,
  submitted_by uuid,
  submitted_by_name text not null,
  submitted_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint review_rounds_round unique (workspace_id, module_id, round),
  foreign key (workspace_id, module_id) references modules,
  foreign key (workspace_id, submitted_by) references users
);

create table review_decisions (
  workspace_id uuid not null,
  id uuid not null,
  module_id uuid not null,
  round_id uuid not null,
  section text check (section in ('flashcards', 'quiz')),
  verdict text not null check (verdict in ('approved', 'queried', 'rejected', 'withdrawn', 'published')),
  content_hash text,
  reason text,
  by_id uuid,
  by_name text not null,
  at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, module_id) references modules,
  foreign key (workspace_id, round_id) references review_rounds
);
create index review_decisions_module on review_decisions (workspace_id, module_id, at, id);

create table review_comments (
  workspace_id uuid not null,
  id uuid not null,
  module_id uuid not null,
  section text not null check (section in ('flashcards', 'quiz')),
  item_id uuid,
  round integer not null,
  kind text not null check (kind in ('comment', 'query')),
  body text not null,
  author_id uuid not null,
  author_name text not null,
  author_reviews boolean not null,
  at timestamptz(3) not null,
  resolved_at timestamptz(3),
  resolved_by_name text,
  primary key (workspace_id, id),
  foreign key (workspace_id, module_id) references modules,
  foreign key (workspace_id, author_id) references users
);
create index review_comments_module on review_comments (workspace_id, module_id, at, id);

-- Who wrote or edited in a working copy: they never decide on it.
create table module_contributors (
  workspace_id uuid not null,
  module_id uuid not null,
  cycle integer not null,
  user_id uuid not null,
  primary key (workspace_id, module_id, cycle, user_id),
  foreign key (workspace_id, module_id) references modules,
  foreign key (workspace_id, user_id) references users
);

-- Which rounds a reviewer has looked at, to compare a new one with.
create table review_views (
  workspace_id uuid not null,
  module_id uuid not null,
  reviewer_id uuid not null,
  round integer not null,
  seen_at timestamptz(3) not null,
  primary key (workspace_id, module_id, reviewer_id, round),
  foreign key (workspace_id, module_id) references modules,
  foreign key (workspace_id, reviewer_id) references users
);

-- What an AI job made for a section that was locked when it was done.
create table section_proposals (
  workspace_id uuid not null,
  id uuid not null,
  module_id uuid not null,
  section text not null check (section in ('flashcards', 'quiz')),
  items jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, module_id) references modules
);
create index section_proposals_module on section_proposals (workspace_id, module_id, created_at, id);

alter table ai_jobs
  -- Where the result goes: a section of a module.
  add column module_id uuid,
  add foreign key (workspace_id, module_id) references modules;

alter table suggestions
  add column accepted_at timestamptz(3),
  add column accepted_by_name text,
  add column module_id uuid,
  add foreign key (workspace_id, module_id) references modules,
  add constraint suggestions_accepted check ((status = 'accepted') = (module_id is not null));

-- Written in the transaction that causes them (rules/review 18).
create table outgoing_events (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  type text not null,
  at timestamptz(3) not null,
  data jsonb not null,
  primary key (workspace_id, id)
);
create index outgoing_events_order on outgoing_events (workspace_id, at, id);
`);
  }
}
