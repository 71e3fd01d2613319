import { Migration } from '@mikro-orm/migrations';

/** Has trainers grade a sample of what counts without them, drawn by a key of the workspace, not knowing the grade. */
export class GradeChecks extends Migration {
  override up(): void {
    this.addSql('alter table workspaces add column grade_sample_key uuid not null default gen_random_uuid()');
    this.addSql(`create table grade_checks (
      workspace_id uuid not null,
      id uuid not null,
      answer_id uuid not null,
      number integer not null,
      chosen_at timestamp(3) with time zone not null,
      checked_at timestamp(3) with time zone,
      checked_by_id uuid,
      checked_by_name text,
      score numeric(5,4) check (score >= 0 and score <= 1),
      met jsonb,
      primary key (workspace_id, id),
      unique (workspace_id, answer_id, number),
      check ((checked_at is null) = (score is null)),
      foreign key (workspace_id, answer_id, number) references grades (workspace_id, answer_id, number)
    )`);
    this.addSql(
      'create index grade_checks_open on grade_checks (workspace_id, chosen_at, id) where checked_at is null',
    );
  }
}
