import { Migration } from '@mikro-orm/migrations';

/**
 * Secrets have a type of their own, so that a test finds every column of them; and each encryption key its check value.
 */
export class SealedSecrets extends Migration {
  override up(): void {
    this.addSql(String.raw`
-- Version byte, nonce and tag come first: what was not sealed does not fit.
create domain sealed_secret as bytea
  constraint sealed_secret_form check (octet_length(value) >= 29 and substring(value from 1 for 1) = '\x01');

alter table provider_keys alter column sealed type sealed_secret;

-- Of the whole installation: the keyring is one for all workspaces.
create table encryption_keys (
  id text primary key,
  -- Derived from the key, which cannot be found from it.
  check_value bytea not null,
  created_at timestamptz(3) not null
);
`);
  }
}
