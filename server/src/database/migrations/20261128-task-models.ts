import { Migration } from '@mikro-orm/migrations';

/** Gives each task of a generation key a model of its own, and records which model checked what another made. */
export class TaskModels extends Migration {
  override up(): void {
    this.addSql(`alter table provider_keys add column task_models jsonb not null default '{}',
      add constraint provider_keys_task_models check (
        jsonb_typeof(task_models) = 'object' and (task_models = '{}' or capability = 'generation'))`);
    this.addSql('alter table provider_key_health add column failing_model text');
    this.addSql('alter table generated_items add column flagged boolean');
    for (const table of ['generated_items', 'grades']) {
      this.addSql(`alter table ${table} add column checked_provider text, add column checked_model text,
        add constraint ${table}_checked check ((checked_provider is null) = (checked_model is null))`);
    }
  }
}
