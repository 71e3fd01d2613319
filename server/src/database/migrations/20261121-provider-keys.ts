import { Migration } from '@mikro-orm/migrations';

/** Own AI provider keys, every call to a provider, and the jobs of the AI features (rules/provider-keys). */
export class ProviderKeys extends Migration {
  override up(): void {
    this.addSql(`
create table provider_keys (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  capability text not null check (capability in ('generation', 'transcription')),
  provider text not null check (provider in ('anthropic', 'openai', 'google', 'azure_openai', 'deepgram')),
  model text,
  resource text,
  deployment text,
  -- AES-256-GCM under the key of the keyring that key_id names; bound to workspace, capability, id and version.
  key_id text not null,
  sealed bytea not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  created_by_name text not null,
  rotated_at timestamptz(3),
  rotated_by_name text,
  primary key (workspace_id, id),
  constraint provider_keys_capability unique (workspace_id, capability),
  constraint provider_keys_model check (
    case when provider = 'azure_openai' then model is null and resource is not null and deployment is not null
      else model is not null and resource is null and deployment is null end),
  constraint provider_keys_speech check ((provider = 'deepgram') = (capability = 'transcription'))
);

-- How a key fares is kept aside: testing and using it never changes its record.
create table provider_key_health (
  workspace_id uuid not null,
  provider_key_id uuid not null,
  last_verified_at timestamptz(3),
  last_used_at timestamptz(3),
  last_error_at timestamptz(3),
  last_error text,
  failing_since timestamptz(3),
  primary key (workspace_id, provider_key_id),
  foreign key (workspace_id, provider_key_id) references provider_keys on delete cascade
);

create table ai_calls (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  at timestamptz(3) not null,
  capability text not null,
  purpose text not null,
  provider text not null,
  model text not null,
  own boolean not null,
  input_tokens integer not null,
  output_tokens integer not null,
  seconds numeric(10, 3) not null,
  duration_ms integer not null,
  outcome text not null,
  -- Null where the price of the model is not known.
  cost_usd numeric(14, 8),
  primary key (workspace_id, id)
);

-- What the calls of a UTC day came to, so that the page of the last 30 days reads a few hundred rows and not all calls.
create table ai_call_days (
  workspace_id uuid not null references workspaces,
  day date not null,
  capability text not null,
  purpose text not null,
  provider text not null,
  model text not null,
  own boolean not null,
  calls bigint not null,
  failed bigint not null,
  unpriced bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  seconds numeric(16, 3) not null,
  cost_usd numeric(20, 8) not null,
  primary key (workspace_id, day, capability, purpose, provider, model, own)
);

create function count_ai_calls() returns trigger language plpgsql as $$
begin
  insert into ai_call_days as d
    select workspace_id, (at at time zone 'UTC')::date, capability, purpose, provider, model, own,
      count(*), count(*) filter (where outcome <> 'ok'), count(*) filter (where cost_usd is null),
      sum(input_tokens), sum(output_tokens), sum(seconds), coalesce(sum(cost_usd), 0)
    from after_rows
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (workspace_id, day, capability, purpose, provider, model, own) do update set
      calls = d.calls + excluded.calls, failed = d.failed + excluded.failed, unpriced = d.unpriced + excluded.unpriced,
      input_tokens = d.input_tokens + excluded.input_tokens, output_tokens = d.output_tokens + excluded.output_tokens,
      seconds = d.seconds + excluded.seconds, cost_usd = d.cost_usd + excluded.cost_usd;
  return null;
end $$;
create trigger count_ai_calls after insert on ai_calls
  referencing new table as after_rows for each statement execute function count_ai_calls();

create table ai_files (
  workspace_id uuid not null,
  id uuid not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  kind text not null check (kind in ('pdf', 'docx', 'html', 'text', 'audio')),
  media_type text not null,
  bytes bytea not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users
);
create index ai_files_age on ai_files (created_at);
create index ai_files_owner on ai_files (workspace_id, created_by);

create table ai_jobs (
  workspace_id uuid not null,
  id uuid not null,
  feature text not null,
  capability text not null check (capability in ('generation', 'transcription')),
  state text not null check (state in ('queued', 'running', 'parked', 'succeeded', 'failed', 'cancelled')),
  title text not null,
  created_by uuid not null,
  input jsonb not null,
  file_id uuid,
  -- What is finished of a long job: it goes on from there after a park, a retry or a crash.
  work jsonb not null default '{}',
  progress_done integer not null default 0,
  progress_total integer not null default 0,
  progress_step text not null default '',
  result jsonb,
  error_code text,
  error_detail text,
  -- How often it was taken up: who writes names its turn, so that nobody writes who has lost the job.
  attempts integer not null default 0,
  -- How often the server that ran it went away in the middle.
  interruptions integer not null default 0,
  -- How often in a row the provider was busy or away; a finished step starts again from 0.
  provider_failures integer not null default 0,
  -- While it is queued: when it may be taken up.
  due_at timestamptz(3),
  -- While it runs: until when its worker is believed to be alive.
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users
);
create index ai_jobs_order on ai_jobs (workspace_id, created_by, created_at, id);
create index ai_jobs_parked on ai_jobs (workspace_id, capability) where state = 'parked';
create index ai_jobs_leases on ai_jobs (lease_until) where state = 'running';
create index ai_jobs_due on ai_jobs (due_at) where state = 'queued';
create index ai_jobs_files on ai_jobs (workspace_id, file_id) where state in ('queued', 'running', 'parked');
create index ai_jobs_finished on ai_jobs (finished_at) where finished_at is not null;
`);
  }
}
