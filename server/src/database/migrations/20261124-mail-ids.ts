import { Migration } from '@mikro-orm/migrations';

/** A mail has an id of its own, which is there before it is tried, and stays while it is tried again. */
export class MailIds extends Migration {
  override up(): void {
    this.addSql(`
-- What was tried before goes on under the id that it had: that of the first that was told.
alter table notifications add column mail_id uuid;
update notifications n set mail_id = (
  select (array_agg(o.id order by o.id))[1] from notifications o
  where o.workspace_id = n.workspace_id and o.recipient_id = n.recipient_id and o.category = n.category
    and o.channel = 'email' and o.due_at is not null and o.attempts > 0)
where n.channel = 'email' and n.due_at is not null and n.attempts > 0;
`);
  }
}
