import { Migration } from '@mikro-orm/migrations';

/** Secrets have a second format, which is bound to where they are sent; those of the first are sealed again. */
export class BoundSecrets extends Migration {
  override up(): void {
    this.addSql(String.raw`
alter domain sealed_secret drop constraint sealed_secret_form;
-- Format byte, nonce and tag come first: what was not sealed does not fit.
alter domain sealed_secret add constraint sealed_secret_form
  check (octet_length(value) >= 29 and substring(value from 1 for 1) in ('\x01', '\x02'));
`);
  }
}
