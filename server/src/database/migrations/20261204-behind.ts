import { Migration } from '@mikro-orm/migrations';

/** Finds who is behind, or soon will be; and what was begun before revisions were pinned goes on with the live one. */
export class Behind extends Migration {
  override up(): void {
    // Of what is written while somebody learns, none of its columns: those updates stay within their page.
    this.addSql(`
create index enrollments_unfinished on enrollments (workspace_id, due_at)
  where is_current and counted and completed_at is null and due_at is not null;
update enrollments e set revision_id = m.live_revision_id from modules m
where m.workspace_id = e.workspace_id and m.id = e.module_id and e.started_at is not null and e.completed_at is null
  and e.revision_id is null;
`);
  }
}
