import { Migration } from '@mikro-orm/migrations';

/** Stores topics until they are sent. Unlogged: when PostgreSQL crashes, all instances are told of every topic. */
export class ChangedTopics extends Migration {
  override up(): void {
    this.addSql(`create unlogged table changed_topics (
      id uuid primary key default gen_random_uuid(),
      topic text not null
    )`);
  }
}
