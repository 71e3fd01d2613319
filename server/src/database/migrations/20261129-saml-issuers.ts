import { Migration } from '@mikro-orm/migrations';

/** Lets a workspace's issuer be a SAML identity provider, which has certificates instead of a client. */
export class SamlIssuers extends Migration {
  override up(): void {
    this.addSql(`alter table sign_in_issuers
      alter column client_id drop not null,
      alter column key_id drop not null,
      alter column sealed drop not null,
      add column sign_in_url text,
      add column certificates text[],
      add constraint sign_in_issuers_kind check (
        client_id is not null and key_id is not null and sealed is not null
          and sign_in_url is null and certificates is null
        or client_id is null and key_id is null and sealed is null
          and sign_in_url is not null and certificates is not null)`);
  }
}
