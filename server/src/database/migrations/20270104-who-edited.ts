import { Migration } from '@mikro-orm/migrations';

/** Who changed a course's names or a module's settings last, which was read out of the audit log. */
export class WhoEdited extends Migration {
  override up(): void {
    this.addSql(`
alter table courses add column edited_by_name text;
alter table modules add column edited_by_name text;
update courses c set edited_by_name = (
  select actor_name from audit_events e
  where e.workspace_id = c.workspace_id and e.action = 'course.updated' and e.subject_id = c.id order by at desc, e.id desc limit 1
) where version > 1;
update modules m set edited_by_name = (
  select actor_name from audit_events e
  where e.workspace_id = m.workspace_id and e.action = 'module.updated' and e.subject_id = m.id order by at desc, e.id desc limit 1
) where settings_version > 1;
`);
  }
}
