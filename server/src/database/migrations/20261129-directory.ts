import { Migration } from '@mikro-orm/migrations';

const TABLES = [
  'identities',
  'auth_sessions',
  'auth_verifications',
  'server_secrets',
  'encryption_keys',
  'lark_connections',
  'drive_events',
  'credential_pauses',
];

/**
 * Moves tables of no workspace to a schema of their own, which one of several databases holds. Views under the old
 * names serve the release before.
 */
export class Directory extends Migration {
  override up(): void {
    this.addSql('create schema directory');
    for (const table of TABLES) {
      this.addSql(`alter table ${table} set schema directory`);
      this.addSql(`create view ${table} as select * from directory.${table}`);
    }
  }
}
