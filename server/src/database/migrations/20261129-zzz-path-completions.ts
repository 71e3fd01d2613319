import { Migration } from '@mikro-orm/migrations';

/** Adds completed paths, with the evidence that the audit log binds. */
export class PathCompletions extends Migration {
  override up(): void {
    this.addSql(`create table path_completions (
      workspace_id uuid not null,
      id uuid not null,
      path_id uuid not null,
      user_id uuid not null,
      completed_at timestamp(3) with time zone not null,
      expires_at timestamp(3) with time zone,
      cycles uuid[] not null,
      event_at timestamp(3) with time zone not null,
      event_id uuid not null,
      evidence text not null,
      primary key (workspace_id, id),
      foreign key (workspace_id, path_id) references paths (workspace_id, id),
      foreign key (workspace_id, user_id) references users (workspace_id, id)
    )`);
    this.addSql('create index path_completions_of_person on path_completions (workspace_id, user_id, path_id, id)');
  }
}
