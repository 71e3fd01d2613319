import { Migration } from '@mikro-orm/migrations';

/**
 * Modules with a queried section are in the review queue too: of some the other section waits, and all are listed as
 * sent back.
 */
export class SentBack extends Migration {
  override up(): void {
    this.addSql(`
create index modules_sent_back on modules (workspace_id, submitted_at, id) include (claimed_by)
  where workflow = 'changes_requested' and status <> 'archived';
`);
  }
}
