import { Migration } from '@mikro-orm/migrations';

/** Indexes what waits in inboxes, so that it leaves them once someone settles it. */
export class SettledNotifications extends Migration {
  override up(): void {
    this.addSql(`create index notifications_waiting on notifications (workspace_id, kind, subject_id)
      where channel = 'inbox' and state = 'sent' and category <> 'learning'`);
  }
}
