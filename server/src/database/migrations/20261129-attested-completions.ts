import { Migration } from '@mikro-orm/migrations';

const COUNTED = ['module_stats', 'department_module_stats', 'module_stat_changes'];

/** Stores completions from before, which someone attested, and counts them apart from those that were proved here. */
export class AttestedCompletions extends Migration {
  override up(): void {
    this.addSql(`create table attested_files (
      workspace_id uuid not null,
      id uuid not null,
      created_by uuid not null,
      created_at timestamp(3) with time zone not null,
      state text not null check (state in ('arriving', 'stored', 'deleted')),
      size integer not null default 0,
      media_type text,
      hash text,
      primary key (workspace_id, id),
      foreign key (workspace_id, created_by) references users (workspace_id, id),
      check (state <> 'stored' or (media_type is not null and hash is not null))
    )`);
    this.addSql(`create table attested_file_parts (
      workspace_id uuid not null,
      file_id uuid not null,
      n integer not null,
      bytes bytea not null,
      primary key (workspace_id, file_id, n),
      foreign key (workspace_id, file_id) references attested_files (workspace_id, id) on delete cascade
    )`);
    this.addSql('alter table attested_file_parts alter column bytes set storage external');
    this.addSql(`create table attested_completions (
      workspace_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      module_id uuid not null,
      completed_on date not null,
      completed_at timestamp(3) with time zone not null,
      expires_at timestamp(3) with time zone,
      source text not null,
      reference text,
      score numeric(5,4) check (score between 0 and 1),
      file_id uuid,
      entered_at timestamp(3) with time zone not null,
      entered_by_name text not null,
      withdrawn_at timestamp(3) with time zone,
      withdrawn_by_name text,
      withdrawn_reason text,
      primary key (workspace_id, id),
      foreign key (workspace_id, user_id) references users (workspace_id, id),
      foreign key (workspace_id, module_id) references modules (workspace_id, id),
      foreign key (workspace_id, file_id) references attested_files (workspace_id, id),
      check ((withdrawn_at is null) = (withdrawn_by_name is null) and (withdrawn_at is null) = (withdrawn_reason is null))
    )`);
    this.addSql(`create unique index attested_once on attested_completions
      (workspace_id, user_id, module_id, completed_on, source) where withdrawn_at is null`);
    this.addSql('create index attested_by_entry on attested_completions (workspace_id, entered_at desc, id desc)');
    this.addSql(`create unique index attested_of_file on attested_completions (workspace_id, file_id)
      where file_id is not null`);
    this.addSql(`create table attested_evidence (
      workspace_id uuid not null,
      attested_id uuid not null,
      number integer not null check (number > 0),
      event_at timestamp(3) with time zone not null,
      event_id uuid not null,
      evidence text not null,
      primary key (workspace_id, attested_id, number),
      foreign key (workspace_id, attested_id) references attested_completions (workspace_id, id)
    )`);
    this.addSql(`alter table enrollments add column attested_id uuid,
      add constraint enrollments_attested foreign key (workspace_id, attested_id)
        references attested_completions (workspace_id, id),
      add constraint attested_is_completed check (attested_id is null or completed_at is not null)`);
    this.addSql(`create unique index enrollments_of_attested on enrollments (workspace_id, attested_id)
      where attested_id is not null`);
    for (const table of COUNTED) this.addSql(`alter table ${table} add column attested integer not null default 0`);
    // With one column more, so that attested completions are left out of medians without reading the rows.
    this.addSql('drop index enrollments_of_module, enrollments_by_completion');
    this.addSql(`create index enrollments_of_module on enrollments (workspace_id, module_id)
      include (is_active, department_id, assigned_at, completed_at, certified_until, attested_id)
      where counted and (completed_at is not null or certified_until is not null)`);
    this.addSql(`create index enrollments_by_completion on enrollments (workspace_id, completed_at)
      include (module_id, department_id, is_active, assigned_at, final_points, passed, attested_id)
      where counted and completed_at is not null`);
  }
}
