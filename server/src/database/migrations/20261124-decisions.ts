import { Migration } from '@mikro-orm/migrations';

/**
 * What is decided about a module outside of any review stands with the decisions of its rounds, so that its history is
 * whole without the audit log. What the log has of that already is carried over, under the same ids.
 */
export class Decisions extends Migration {
  override up(): void {
    this.addSql(`
alter table review_decisions
  alter column round_id drop not null,
  drop constraint review_decisions_verdict_check,
  add constraint review_decisions_verdict_check check (verdict in ('approved', 'queried', 'rejected', 'withdrawn', 'published',
    'revised', 'unpublished', 'archived', 'restored')),
  add constraint review_decisions_round check (
    (round_id is null) = (verdict in ('revised', 'unpublished', 'archived', 'restored')));

insert into review_decisions (workspace_id, id, module_id, verdict, reason, by_id, by_name, at)
select a.workspace_id, a.id, m.id, substr(a.action, 8), a.changes ->> 'reason',
  case a.actor_kind when 'user' then a.actor_id end, a.actor_name, a.at
from audit_events a
join modules m on m.workspace_id = a.workspace_id and m.id = a.subject_id
where a.action in ('module.revised', 'module.unpublished', 'module.archived', 'module.restored');

drop index audit_events_outcomes;
`);
  }
}
