import { Migration } from '@mikro-orm/migrations';

/**
 * What each call was made for, so that its cost is known by module; by which model and prompt each generated item and
 * each grade came to be; and what trainers made of the items.
 */
export class AiOrigins extends Migration {
  override up(): void {
    this.addSql(`
alter table ai_calls
  add column job_id uuid,
  -- Told by the job's destination or, of what was made without one, by where it was added first.
  add column module_id uuid,
  -- Which instructions the feature gave; null of calls that only check something.
  add column prompt text;
create index ai_calls_job on ai_calls (workspace_id, job_id, at) where job_id is not null;

-- What the calls for a module came to on a UTC day.
create table ai_module_days (
  workspace_id uuid not null references workspaces,
  day date not null,
  module_id uuid not null,
  purpose text not null,
  own boolean not null,
  calls bigint not null,
  unpriced bigint not null,
  cost_usd numeric(20, 8) not null,
  primary key (workspace_id, day, module_id, purpose, own)
);

create or replace function count_ai_calls() returns trigger language plpgsql as $$
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
  insert into ai_module_days as d
    select workspace_id, (at at time zone 'UTC')::date, module_id, purpose, own,
      count(*), count(*) filter (where cost_usd is null), coalesce(sum(cost_usd), 0)
    from after_rows where module_id is not null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (workspace_id, day, module_id, purpose, own) do update set
      calls = d.calls + excluded.calls, unpriced = d.unpriced + excluded.unpriced,
      cost_usd = d.cost_usd + excluded.cost_usd;
  return null;
end $$;

-- An item as it reads, whatever it is called and wherever it says that it comes from.
create function item_words_hash(item jsonb) returns bytea language sql immutable parallel safe
  return sha256(convert_to((item - 'id' - 'source')::text, 'UTF8'));

create table generated_items (
  workspace_id uuid not null references workspaces,
  module_id uuid not null,
  item_id uuid not null,
  feature text not null,
  provider text not null,
  model text not null,
  prompt text not null,
  made_at timestamptz(3) not null,
  words_hash bytea not null,
  -- When it came into the section; null while it is only proposed.
  entered_at timestamptz(3),
  -- What it had become when the module was published for the first time after that.
  outcome text check (outcome in ('kept', 'edited', 'deleted')),
  settled_at timestamptz(3),
  primary key (workspace_id, module_id, item_id),
  foreign key (workspace_id, module_id) references modules (workspace_id, id) on delete cascade,
  constraint generated_item_is_settled check ((outcome is null) = (settled_at is null)),
  constraint generated_item_has_entered check (outcome is null or entered_at is not null)
);
create index generated_items_settled on generated_items (workspace_id, feature, provider, model, prompt, outcome)
  where outcome is not null;

alter table grades
  add column provider text,
  add column model text,
  add column prompt text;
`);
  }
}
