import { Migration } from '@mikro-orm/migrations';

/** Records workspaces that move to or from another installation, and who still asks for them here. */
export class WorkspaceMoves extends Migration {
  override up(): void {
    this.addSql('alter table workspaces add column is_away boolean not null default false');
    this.addSql(`create table workspace_moves (
      workspace_id uuid primary key,
      id uuid not null,
      direction text not null check (direction in ('out', 'in')),
      step text not null check (step in ('prepared', 'copying', 'checking', 'leaving', 'switched', 'finished')),
      is_resting boolean not null,
      is_away boolean not null,
      slug text not null,
      name text not null,
      origin text,
      jobs jsonb,
      progress jsonb not null default '{}',
      started_at timestamp(3) with time zone not null,
      switched_at timestamp(3) with time zone,
      finished_at timestamp(3) with time zone,
      check (is_resting or not is_away)
    )`);
    this.addSql(`create table workspace_move_callers (
      workspace_id uuid not null,
      hash bytea not null,
      primary key (workspace_id, hash),
      foreign key (workspace_id) references workspace_moves (workspace_id) on delete cascade
    )`);
    this.addSql('create index workspace_move_callers_hash on workspace_move_callers (hash)');
  }
}
