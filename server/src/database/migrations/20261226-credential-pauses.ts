import { Migration } from '@mikro-orm/migrations';

/** Until when a credential is left alone after its provider's limit, for all jobs of all instances. */
export class CredentialPauses extends Migration {
  override up(): void {
    this.addSql(`
create table credential_pauses (
  -- Which key, without anything of it: a stored one with its version, or the pooled one with its model.
  credential text not null primary key,
  not_before timestamptz(3) not null,
  limited_at timestamptz(3) not null,
  -- How often in a row the limit was met.
  limits integer not null check (limits > 0)
);
`);
  }
}
