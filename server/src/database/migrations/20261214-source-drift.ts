import { Migration } from '@mikro-orm/migrations';

/** Marks of published cards and questions whose passages their documents no longer have (rules/drives 8). */
export class SourceDrift extends Migration {
  override up(): void {
    this.addSql(`
-- The suggestions that cards and questions name as their source, each once.
create function named_suggestions(flashcards jsonb, quiz jsonb) returns text[] language sql immutable strict parallel safe
return array(
  select distinct item #>> '{source,suggestion_id}' from jsonb_array_elements(flashcards || quiz) item
  where item #>> '{source,suggestion_id}' is not null);
create index module_revisions_by_suggestion on module_revisions using gin (named_suggestions(flashcards, quiz));

-- The present text of each file that has changed since there was a suggestion of it.
create table drive_texts (
  workspace_id uuid not null references workspaces,
  file_id uuid not null,
  -- Null where the file is gone.
  text text,
  changed_at timestamptz(3) not null,
  primary key (workspace_id, file_id),
  foreign key (workspace_id, file_id) references drive_files (workspace_id, id) on delete cascade
);

-- Modules whose passages are to be looked up again. Empty while nothing has changed.
create table source_looks (
  workspace_id uuid not null references workspaces,
  module_id uuid not null,
  -- Counts how often it was asked for: a look that began before the last time is not the last.
  asked integer not null default 1,
  leased_until timestamptz(3),
  primary key (workspace_id, module_id),
  foreign key (workspace_id, module_id) references modules (workspace_id, id) on delete cascade
);

-- Published cards and questions whose passage is no longer in its file.
create table source_drifts (
  workspace_id uuid not null references workspaces,
  module_id uuid not null,
  section text not null check (section in ('flashcards', 'quiz')),
  item_id uuid not null,
  -- In the published version.
  position integer not null,
  title text not null,
  quote text not null,
  suggestion_id uuid not null,
  file_id uuid not null,
  gone boolean not null,
  old jsonb not null,
  -- Null where nothing in the present text is like the passage.
  now jsonb,
  marked_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  version integer not null default 1 check (version > 0),
  -- It is marked no more, until something else stands where the passage was.
  confirmed_at timestamptz(3),
  confirmed_by_name text,
  primary key (workspace_id, module_id, section, item_id),
  foreign key (workspace_id, module_id) references modules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, suggestion_id) references suggestions (workspace_id, id),
  foreign key (workspace_id, file_id) references drive_files (workspace_id, id) on delete cascade,
  constraint source_drifts_confirmed check ((confirmed_at is null) = (confirmed_by_name is null))
);
create index source_drifts_marked on source_drifts (workspace_id, module_id) where confirmed_at is null;
create index source_drifts_of_file on source_drifts (workspace_id, file_id);
`);
  }
}
