import { Migration } from '@mikro-orm/migrations';

/** Counts the tokens that providers read from and write to their caches, and what caches and cheaper tiers saved. */
export class CachedTokens extends Migration {
  override up(): void {
    this.addSql(`alter table ai_calls
      add column cached_tokens integer not null default 0,
      add column cache_write_tokens integer not null default 0,
      add column cache_saved_usd numeric(14,8) not null default 0,
      add column flex_saved_usd numeric(14,8) not null default 0`);
    this.addSql(`alter table ai_call_days
      add column cached_tokens bigint not null default 0,
      add column cache_saved_usd numeric(20,8) not null default 0,
      add column flex_saved_usd numeric(20,8) not null default 0`);
  }
}
