import { Migration } from '@mikro-orm/migrations';

/** Calls of providers that broke off: what they used is reckoned, and said to be. */
export class ReckonedCalls extends Migration {
  override up(): void {
    this.addSql('alter table ai_calls add column reckoned boolean not null default false;');
  }
}
