import { Migration } from '@mikro-orm/migrations';

/** Drives that are read for content: connections, picked folders, files, walks, notifications (rules/drives). */
export class Drives extends Migration {
  override up(): void {
    this.addSql(`
create table drive_connections (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  kind text not null check (kind in ('google', 'lark', 'feishu')),
  auth text not null check (auth in ('oauth', 'service_account', 'app')),
  -- Whom it reads as, in the provider's words: an address, or the name of an app.
  account text not null,
  -- Which app of Lark or Feishu; the client or the service account of Google.
  app_id text not null,
  state text not null check (state in ('connected', 'degraded', 'reconnect_needed', 'disconnected')),
  state_reason text check (state_reason in ('access_lost', 'undecryptable', 'no_push', 'unavailable', 'quota')),
  state_at timestamptz(3) not null,
  push text not null check (push in ('channel', 'long_connection', 'webhook', 'none')),
  -- The credential, and those that verify notifications; null once it is disconnected.
  sealed sealed_secret,
  key_id text,
  -- Counts the credentials.
  version integer not null default 1 check (version > 0),
  connected_by uuid,
  connected_by_name text not null,
  connected_at timestamptz(3) not null,
  disconnected_at timestamptz(3),
  last_event_at timestamptz(3),
  last_polled_at timestamptz(3),
  -- When it is asked for changes next; null where there is nothing to ask for.
  next_poll_at timestamptz(3),
  -- Whoever asks for changes has it until then.
  polling_until timestamptz(3),
  -- The last night, in the workspace's zone, whose walk was begun.
  night date,
  -- Since when the provider fails, how often in a row, and until when it is left alone.
  failing_since timestamptz(3),
  misses integer not null default 0,
  paused_until timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, connected_by) references users (workspace_id, id),
  constraint drive_connections_sealed check ((sealed is null) = (key_id is null)),
  constraint drive_connections_disconnected
    check ((state = 'disconnected') = (disconnected_at is not null) and (state <> 'disconnected' or sealed is null))
);
create unique index drive_connections_live on drive_connections (workspace_id, kind, app_id, account)
  where state <> 'disconnected';
create index drive_connections_due on drive_connections (next_poll_at) where next_poll_at is not null;
-- An event names its app, and an address to which a provider rings its connection alone.
create index drive_connections_of_apps on drive_connections (kind, app_id)
  where kind <> 'google' and state in ('connected', 'degraded');
create index drive_connections_by_id on drive_connections (id);

-- Consents that were asked for, each until it comes back, once and soon.
create table drive_authorizations (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  -- SHA-256 of what the answer brings back.
  state_hash bytea not null,
  -- Which session asked: no other may bring it back.
  session_id text not null,
  -- What is connected again; null where it is new.
  connection_id uuid,
  -- Of PKCE: it opens nothing without the code that only Google gives.
  verifier text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  constraint drive_authorizations_once unique (workspace_id, state_hash),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade
);

-- What was picked: what is within it, at any depth, is read.
create table drive_folders (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  connection_id uuid not null,
  provider_id text not null,
  -- The shared drive that it is in; null in somebody's own.
  drive_id text,
  name text not null,
  department_id uuid,
  picked_by_name text not null,
  picked_at timestamptz(3) not null,
  -- As of files.
  subscribe_at timestamptz(3) default now(),
  primary key (workspace_id, id),
  constraint drive_folders_once unique (workspace_id, connection_id, provider_id),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, department_id) references departments (workspace_id, id)
);
create index drive_folders_by_department on drive_folders (workspace_id, department_id) where department_id is not null;

-- A list of changes at the provider, and how far it was read: of the account, or of a shared drive.
create table drive_logs (
  workspace_id uuid not null references workspaces,
  connection_id uuid not null,
  -- Empty for the account's own.
  drive_id text not null,
  -- Null until the next walk, which takes a new one first: there was none, or it was refused.
  cursor text,
  -- When a channel is opened for it, or renewed, where providers can reach us; whoever does so puts it off first.
  channel_due_at timestamptz(3) not null default now(),
  primary key (workspace_id, connection_id, drive_id),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade
);
create index drive_logs_without_channel on drive_logs (channel_due_at) where cursor is not null;

-- By which the provider rings when a log has something new.
create table drive_channels (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  connection_id uuid not null,
  drive_id text not null,
  -- The provider's name of what is watched, by which a channel is stopped; null until the provider has told it.
  resource_id text,
  -- SHA-256 of the token that comes with each ring.
  token_hash bytea not null,
  opened_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- A newer one has its place; it rings until it is stopped.
  retired_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade
);
create index drive_channels_of on drive_channels (workspace_id, connection_id, drive_id);
create index drive_channels_by_id on drive_channels (id);
create index drive_channels_by_end on drive_channels (expires_at);

-- Folders whose content is to be listed: they came into what is read, or something was made in them.
create table drive_folders_to_list (
  workspace_id uuid not null references workspaces,
  connection_id uuid not null,
  provider_id text not null,
  drive_id text,
  -- The page to go on from.
  page text,
  found_by text not null check (found_by in ('push', 'poll', 'night', 'manual')),
  added_at timestamptz(3) not null,
  primary key (workspace_id, connection_id, provider_id),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade
);

-- Files and folders that were seen. Folders are there for their ancestry.
create table drive_files (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  connection_id uuid not null,
  provider_id text not null,
  is_folder boolean not null,
  name text not null,
  media_type text not null,
  parent_ids text[] not null,
  drive_id text,
  -- The picked folder that it is within, the nearest; null while it is in none.
  folder_id uuid,
  -- What a shortcut leads to.
  target_id text,
  url text,
  size bigint,
  -- Equal only where the content is; null where the provider has none.
  checksum text,
  -- Equal only where nothing at all has changed; null where the provider has none.
  revision text,
  state text not null check (state in ('discovered', 'fetching', 'scanning', 'suggested', 'not_relevant', 'unchanged',
    'waiting_for_key', 'failed', 'skipped', 'out_of_scope', 'trashed', 'gone', 'unreadable')),
  -- Why it was skipped, failed or cannot be read.
  reason text,
  state_at timestamptz(3) not null,
  -- Of the text that was read last, normalised, and the checksum that it was read at.
  text_hash bytea,
  text_checksum text,
  suggestion_id uuid,
  job_id uuid,
  -- When it is to be fetched; null where nothing is to be done.
  due_at timestamptz(3),
  -- Since when changes are gathered.
  gathering_since timestamptz(3),
  leased_until timestamptz(3),
  attempts integer not null default 0,
  -- By which its last change was seen first, when that was, and when the provider says it happened.
  found_by text check (found_by in ('push', 'poll', 'night', 'manual')),
  found_at timestamptz(3),
  changed_at timestamptz(3),
  -- A fingerprint of all that the provider said of it last; null where it must be looked at again.
  seen_as text,
  -- The last walk that looked at it; one that found nothing new says so in drive_walk_seen.
  walk_id uuid,
  -- When the provider is asked to tell of its changes, where it wants to be asked for each; null once it tells.
  subscribe_at timestamptz(3) default now(),
  primary key (workspace_id, id),
  constraint drive_files_once unique (workspace_id, connection_id, provider_id),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, suggestion_id) references suggestions (workspace_id, id)
);
create index drive_files_due on drive_files (workspace_id, connection_id, due_at) where due_at is not null;
create index drive_files_by_state on drive_files (workspace_id, connection_id, state, folder_id) where not is_folder;
create index drive_files_to_subscribe on drive_files (workspace_id, connection_id, subscribe_at)
  where subscribe_at is not null and folder_id is not null;
create index drive_files_within on drive_files using gin (parent_ids);
create index drive_files_by_job on drive_files (workspace_id, job_id) where job_id is not null;
create index drive_files_by_suggestion on drive_files (workspace_id, suggestion_id) where suggestion_id is not null;

-- What was found by which way, and how late: kept for 30 days.
create table drive_findings (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  connection_id uuid not null,
  file_id uuid not null,
  found_by text not null check (found_by in ('push', 'poll', 'night', 'manual')),
  found_at timestamptz(3) not null,
  changed_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade
);
create index drive_findings_of on drive_findings (workspace_id, connection_id, found_by, found_at);

-- A walk through everything that was picked, or through a department's folders.
create table drive_walks (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  connection_id uuid not null,
  cause text not null check (cause in ('first', 'manual', 'night', 'cursor_refused', 'reconnected', 'folders', 'poll')),
  department_id uuid,
  state text not null check (state in ('running', 'done', 'failed', 'stopped')),
  reason text,
  requested_by_name text,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  folders integer not null default 0,
  files integer not null default 0,
  changed integer not null default 0,
  -- What has not been seen and must be asked for one by one; null before everything has been listed.
  missing integer,
  -- Where each log of changes stood before anything of it was listed, by its drive_id.
  start_tokens jsonb not null default '{}',
  -- Whoever walks has it until then; and when somebody had it last.
  leased_until timestamptz(3),
  turn_at timestamptz(3),
  -- The provider wants to be left alone until then; and since when it has not answered.
  not_before timestamptz(3),
  failing_since timestamptz(3),
  -- How often it was taken up in vain.
  attempts integer not null default 0,
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade,
  constraint drive_walks_finished check ((state = 'running') = (finished_at is null))
);
create unique index drive_walks_one on drive_walks (workspace_id, connection_id) where state = 'running';
create index drive_walks_of on drive_walks (workspace_id, connection_id, started_at);

-- The folders that a walk knows of, each once, and how far it has listed them.
create table drive_walk_folders (
  workspace_id uuid not null references workspaces,
  walk_id uuid not null,
  provider_id text not null,
  drive_id text,
  page text,
  done boolean not null default false,
  primary key (workspace_id, walk_id, provider_id),
  foreign key (workspace_id, walk_id) references drive_walks (workspace_id, id) on delete cascade
);
create index drive_walk_folders_left on drive_walk_folders (workspace_id, walk_id, provider_id) where not done;

-- What a walk came across of which nothing was new, by page: a row for a file would cost more than all the rest.
create table drive_walk_seen (
  workspace_id uuid not null references workspaces,
  walk_id uuid not null,
  id uuid not null,
  files uuid[] not null,
  primary key (workspace_id, walk_id, id),
  foreign key (workspace_id, walk_id) references drive_walks (workspace_id, id) on delete cascade
);

-- What a walk did not come across, and must ask for one by one: folders before files.
create table drive_walk_missing (
  workspace_id uuid not null references workspaces,
  walk_id uuid not null,
  is_file boolean not null,
  file_id uuid not null,
  primary key (workspace_id, walk_id, is_file, file_id),
  foreign key (workspace_id, walk_id) references drive_walks (workspace_id, id) on delete cascade
);

-- Which instance holds the long connection of an app, whichever workspaces use it.
create table drive_sockets (
  kind text not null check (kind in ('lark', 'feishu')),
  app_id text not null,
  holder uuid not null,
  leased_until timestamptz(3) not null,
  connected_at timestamptz(3),
  primary key (kind, app_id)
);

-- What an app was told, stored before it is answered, and each event once; kept for three days.
create table drive_events (
  kind text not null check (kind in ('lark', 'feishu')),
  app_id text not null,
  event_id text not null,
  type text not null,
  file_token text not null,
  -- The folder that something was made in.
  folder_token text,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- Whoever handles it has it until then.
  leased_until timestamptz(3),
  handled_at timestamptz(3),
  primary key (kind, app_id, event_id)
);
create index drive_events_waiting on drive_events (received_at) where handled_at is null;
create index drive_events_handled on drive_events (handled_at) where handled_at is not null;

alter table suggestions add column drive_file_id uuid,
  -- What was found out about the text of the file.
  add column scan jsonb;
alter table suggestions add foreign key (workspace_id, drive_file_id) references drive_files (workspace_id, id);
create index suggestions_of_drive_file on suggestions (workspace_id, drive_file_id) where drive_file_id is not null;

alter table ai_jobs drop constraint ai_jobs_destination_kind_check,
  add constraint ai_jobs_destination_kind_check check (destination_kind in ('module', 'answer', 'drive_file'));
`);
  }
}
