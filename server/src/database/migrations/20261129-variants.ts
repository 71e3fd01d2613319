import { Migration } from '@mikro-orm/migrations';

/** Stores the language of each module, and its variants in other languages, item by item. */
export class Variants extends Migration {
  override up(): void {
    this.addSql(`alter table modules add column language text not null default 'en'`);
    this.addSql('update modules m set language = w.language from workspaces w where w.id = m.workspace_id');
    this.addSql('alter table ai_jobs drop constraint ai_jobs_destination_kind_check');
    this.addSql(`alter table ai_jobs add constraint ai_jobs_destination_kind_check
      check (destination_kind in ('module', 'answer', 'drive_file', 'ai_job', 'variant'))`);
    this.addSql(`create index ai_jobs_of_variants on ai_jobs (workspace_id, destination_id, created_at)
      where destination_kind = 'variant'`);
    this.addSql('alter table answers add column language text, add column texts_hash text');
    this.addSql(`create table module_variants (
      workspace_id uuid not null,
      module_id uuid not null,
      language text not null,
      id uuid not null,
      created_at timestamp(3) with time zone not null,
      approvals_from timestamp(3) with time zone not null,
      live_since timestamp(3) with time zone,
      missing integer not null default 0,
      stale integer not null default 0,
      in_review integer not null default 0,
      submitted_at timestamp(3) with time zone,
      primary key (workspace_id, module_id, language),
      unique (workspace_id, id),
      foreign key (workspace_id, module_id) references modules (workspace_id, id) on delete cascade
    )`);
    this.addSql(`create index variants_to_review on module_variants (workspace_id, submitted_at, module_id, language)
      where in_review > 0`);
    this.addSql(`create index variants_to_translate on module_variants (workspace_id, stale desc, module_id, language)
      where stale > 0 or missing > 0`);
    this.addSql(`create table item_translations (
      workspace_id uuid not null,
      module_id uuid not null,
      language text not null,
      part text not null check (part in ('title', 'flashcards', 'quiz')),
      item_id uuid not null,
      source_hash text not null,
      source jsonb not null,
      texts jsonb not null,
      texts_hash text generated always as (content_hash(texts)) stored not null,
      state text not null check (state in ('draft', 'in_review', 'approved')),
      generated boolean not null,
      version integer not null,
      saved_at timestamp(3) with time zone not null,
      saved_by_name text not null,
      contributors uuid[] not null default '{}',
      submitted_at timestamp(3) with time zone,
      submitted_by_name text,
      rejected_reason text,
      rejected_by_name text,
      primary key (workspace_id, module_id, language, part, item_id, source_hash),
      foreign key (workspace_id, module_id, language) references module_variants (workspace_id, module_id, language)
        on delete cascade,
      check ((state = 'in_review') <= (submitted_at is not null)),
      check ((rejected_reason is null) = (rejected_by_name is null))
    )`);
    this.addSql(`create table approved_translations (
      workspace_id uuid not null,
      module_id uuid not null,
      language text not null,
      part text not null check (part in ('title', 'flashcards', 'quiz')),
      item_id uuid not null,
      source_hash text not null,
      number integer not null check (number > 0),
      source jsonb not null,
      texts jsonb not null,
      texts_hash text generated always as (content_hash(texts)) stored not null,
      approved_at timestamp(3) with time zone not null,
      approved_by uuid not null,
      approved_by_name text not null,
      primary key (workspace_id, module_id, language, part, item_id, source_hash, number),
      foreign key (workspace_id, module_id) references modules (workspace_id, id)
    )`);
  }
}
