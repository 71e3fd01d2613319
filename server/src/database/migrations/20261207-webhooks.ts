import { Migration } from '@mikro-orm/migrations';

/** The order of a workspace's events, and their delivery to other systems (rules/events, rules/webhooks). */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
-- The last sequence that an event of the workspace was given.
create table event_sequences (
  workspace_id uuid primary key references workspaces,
  last bigint not null check (last > 0)
);
-- What happened before there was anybody to tell has its place too, and is told to nobody.
update outgoing_events e set sequence = n.sequence
from (
  select workspace_id, id, row_number() over (partition by workspace_id order by at, id) as sequence
  from outgoing_events
) n
where e.workspace_id = n.workspace_id and e.id = n.id;
insert into event_sequences (workspace_id, last)
select workspace_id, max(sequence) from outgoing_events group by workspace_id;

create table webhook_endpoints (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  url text not null,
  description text,
  types text[] not null,
  -- One that was removed is nobody's any more, and goes with its deliveries, a batch at a time.
  state text not null default 'on' check (state in ('on', 'off', 'removed')),
  off_reason text check (off_reason in ('unchecked', 'by_hand', 'failing', 'gone', 'no_secret')),
  off_at timestamptz(3),
  -- Since when no attempt has succeeded; null where the last one did.
  failing_since timestamptz(3),
  last_failure_at timestamptz(3),
  -- Until when it has asked for nothing to be sent.
  paused_until timestamptz(3),
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id),
  constraint webhook_endpoints_off check ((state = 'off') = (off_reason is not null and off_at is not null)),
  constraint webhook_endpoints_failing check ((failing_since is null) = (last_failure_at is null))
);

-- What its requests are signed with: while a secret is rolled, two of them are valid.
create table webhook_secrets (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  endpoint_id uuid not null,
  -- The first, the second … of the endpoint.
  version integer not null check (version > 0),
  key_id text not null,
  sealed sealed_secret not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (workspace_id, id),
  constraint webhook_secrets_version unique (workspace_id, endpoint_id, version),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade
);

-- An event for an endpoint. The event itself is not referenced: both are kept for the same time.
create table webhook_deliveries (
  workspace_id uuid not null references workspaces,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- Null of a test, which has no place among the events.
  sequence bigint check (sequence > 0),
  -- When it happened.
  at timestamptz(3) not null,
  state text not null
    check (state in ('pending', 'sending', 'retrying', 'delivered', 'exhausted', 'held', 'cancelled')),
  -- How often it was taken up, which numbers its attempts; a replay counts on.
  attempts integer not null default 0,
  -- Attempts that failed and count, since it was due first or replayed.
  failures integer not null default 0,
  replayed boolean not null default false,
  -- Sent although the endpoint is off or has asked for nothing to be sent: somebody wants to see what it answers.
  regardless boolean not null default false,
  due_at timestamptz(3) not null,
  leased_until timestamptz(3),
  finished_at timestamptz(3),
  primary key (workspace_id, endpoint_id, event_id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade,
  constraint webhook_deliveries_leased check ((state = 'sending') = (leased_until is not null)),
  constraint webhook_deliveries_finished
    check ((state in ('delivered', 'exhausted', 'cancelled')) = (finished_at is not null))
);
create index webhook_deliveries_waiting on webhook_deliveries (workspace_id, endpoint_id, due_at, sequence)
  where state in ('pending', 'retrying');
create index webhook_deliveries_regardless on webhook_deliveries (workspace_id, endpoint_id, due_at, sequence)
  where state in ('pending', 'retrying') and regardless;
create index webhook_deliveries_sending on webhook_deliveries (leased_until, workspace_id, endpoint_id)
  where state = 'sending';
create index webhook_deliveries_held on webhook_deliveries (workspace_id, endpoint_id, sequence)
  where state = 'held';
create index webhook_deliveries_by_time on webhook_deliveries using brin (at);

create table webhook_attempts (
  workspace_id uuid not null references workspaces,
  endpoint_id uuid not null,
  event_id uuid not null,
  n integer not null check (n > 0),
  at timestamptz(3) not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- Null where nobody answered; then the error says why.
  status integer,
  error text,
  -- The beginning of the answer, without secrets.
  response text,
  primary key (workspace_id, endpoint_id, event_id, n),
  foreign key (workspace_id, endpoint_id, event_id)
    references webhook_deliveries (workspace_id, endpoint_id, event_id) on delete cascade
);
`);
  }
}
