import { Migration } from '@mikro-orm/migrations';

/** How the workspace's chat channel fares, and whose turn it is to send to it (rules/notifications). */
export class ChatChannel extends Migration {
  override up(): void {
    this.addSql(`
alter table chat_connections
  add column failing_since timestamptz(3),
  -- Said by the test message: whoever has read them knows that it has arrived.
  add column test_words text,
  -- One instance sends at a time, and nobody before free_at: so the service's limits hold for all instances together.
  add column turn_until timestamptz(3),
  add column free_at timestamptz(3) not null default 'epoch',
  -- How often in a row the service was busy or did not answer.
  add column misses integer not null default 0,
  add constraint chat_connections_failing check ((failing_since is not null) = (state = 'failing'));
create index chat_connections_free on chat_connections (free_at) where state = 'working';
create index notifications_chat_due on notifications (workspace_id, due_at, id) where channel = 'chat' and due_at is not null;
`);
  }
}
