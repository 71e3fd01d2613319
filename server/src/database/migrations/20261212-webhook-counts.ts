import { Migration } from '@mikro-orm/migrations';

/** What was given up is counted beside each webhook, among a great deal that was delivered. */
export class WebhookCounts extends Migration {
  override up(): void {
    this.addSql(`
create index webhook_deliveries_exhausted on webhook_deliveries (workspace_id, endpoint_id, event_id)
  where state = 'exhausted';
`);
  }
}
