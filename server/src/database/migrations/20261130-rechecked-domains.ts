import { Migration } from '@mikro-orm/migrations';

/** Adds when the DNS record of a verified domain was checked, and since when it is gone. */
export class RecheckedDomains extends Migration {
  override up(): void {
    this.addSql(`alter table sign_in_domains add column checked_at timestamp(3) with time zone,
      add column missing_since timestamp(3) with time zone`);
  }
}
