import { Migration } from '@mikro-orm/migrations';

/** Lets a workspace use an endpoint of its own that speaks OpenAI's protocol, with or without a key. */
export class ModelEndpoints extends Migration {
  override up(): void {
    this.addSql(`alter table provider_keys
      add column endpoint_name text,
      add column base_url text,
      add column context_tokens integer,
      add column has_key boolean not null default true,
      drop constraint provider_keys_provider_check,
      add constraint provider_keys_provider_check check (provider in
        ('anthropic', 'openai', 'google', 'azure_openai', 'openai_compatible', 'deepgram')),
      add constraint provider_keys_endpoint check (case when provider = 'openai_compatible'
        then num_nulls(endpoint_name, base_url, context_tokens) = 0
        else num_nonnulls(endpoint_name, base_url, context_tokens) = 0 and has_key end)`);
    this.addSql(`alter table provider_key_health
      add column answer_form text check (answer_form in ('json_schema', 'json_object', 'text'))`);
  }
}
