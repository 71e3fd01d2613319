import { Migration } from '@mikro-orm/migrations';

/** Orders the groups that give roles and departments, and lets people be members who aren't provisioned. */
export class ScimGroups extends Migration {
  override up(): void {
    this.addSql(`alter table scim_groups add column position integer, add column revision integer not null default 0`);
    this.addSql(
      `alter table scim_group_members drop constraint scim_group_members_workspace_id_connection_id_person_id_fkey`,
    );
  }
}
