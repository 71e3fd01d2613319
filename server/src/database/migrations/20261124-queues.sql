-- One set of columns for all queues: due_at, leased_until, lease_id.
create table queue_turns (
  workspace_id uuid not null references workspaces (id),
  queue text not null,
  served_at timestamptz(3) not null,
  primary key (workspace_id, queue)
);

alter table drive_connections rename column next_poll_at to due_at;
alter table drive_connections rename column polling_until to leased_until;
alter table drive_connections add column lease_id uuid;
drop index drive_connections_due;
create index drive_connections_due on drive_connections (due_at) where due_at is not null;

alter table drive_files add column lease_id uuid;
create index drive_files_leased on drive_files (workspace_id, leased_until) where leased_until is not null;

alter table drive_walks rename column not_before to due_at;
alter table drive_walks drop column turn_at;
alter table drive_walks add column lease_id uuid;
update drive_walks set due_at = case state when 'running' then coalesce(due_at, started_at) end;
create index drive_walks_due on drive_walks (due_at) where due_at is not null;

alter table drive_logs rename column channel_due_at to due_at;
alter table drive_logs add column leased_until timestamptz(3), add column lease_id uuid;
drop index drive_logs_without_channel;
create index drive_logs_due on drive_logs (due_at) where due_at is not null;

alter table drive_events add column due_at timestamptz(3), add column lease_id uuid;
update drive_events set due_at = received_at where handled_at is null;
drop index drive_events_waiting;
create index drive_events_due on drive_events (due_at) where due_at is not null;

alter table chat_connections rename column turn_until to leased_until;
alter table chat_connections rename column free_at to due_at;
alter table chat_connections add column lease_id uuid;
drop index chat_connections_free;
create index chat_connections_due on chat_connections (due_at) where due_at is not null;

alter table notifications add column leased_until timestamptz(3), add column lease_id uuid;

alter table source_looks rename to quote_checks;
alter table quote_checks add column due_at timestamptz(3) default now(), add column lease_id uuid;
alter table quote_checks drop column asked;
alter index source_looks_pkey rename to quote_checks_pkey;
alter table quote_checks rename constraint source_looks_workspace_id_fkey to quote_checks_workspace_id_fkey;
alter table quote_checks rename constraint source_looks_workspace_id_module_id_fkey to quote_checks_workspace_id_module_id_fkey;
create index quote_checks_due on quote_checks (workspace_id, due_at) where due_at is not null;

alter table ai_jobs rename column lease_until to leased_until;
alter table ai_jobs add column lease_id uuid;

alter table webhook_deliveries add column lease_id uuid;
drop function if exists claim_webhook_deliveries(integer, integer, integer, interval, interval);
