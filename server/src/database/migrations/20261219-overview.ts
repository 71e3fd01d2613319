import { Migration } from '@mikro-orm/migrations';

/** Who has put the set-up list of the first page away. */
export class Overview extends Migration {
  override up(): void {
    this.addSql(`
create table set_up_put_away (
  workspace_id uuid not null,
  user_id uuid not null,
  at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
`);
  }
}
