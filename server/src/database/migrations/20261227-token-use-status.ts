import { Migration } from '@mikro-orm/migrations';

/** What became of a token's last use; unknown of older ones, and of calls over tRPC. */
export class TokenUseStatus extends Migration {
  override up(): void {
    this.addSql(`alter table api_token_uses add column status integer`);
  }
}
