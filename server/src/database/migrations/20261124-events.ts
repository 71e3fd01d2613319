import { Migration } from '@mikro-orm/migrations';

/** What happened to a section bears one name in the audit log and outside, and outgoing events can be numbered. */
export class Events extends Migration {
  override up(): void {
    this.addSql(`
update audit_events set action = 'module.section_' || substr(action, 9)
where action in ('section.edited', 'section.approved', 'section.queried');
update outgoing_events set type = 'module.section_approved' where type = 'module.approved';

-- Given after the commit by one step in a workspace at a time: whoever writes an event waits for no counter.
alter table outgoing_events add column sequence bigint check (sequence > 0);
drop index outgoing_events_order;
create index outgoing_events_unnumbered on outgoing_events (workspace_id, id) where sequence is null;
create unique index outgoing_events_sequence on outgoing_events (workspace_id, sequence) where sequence is not null;
-- Finds what has had its time at hardly any cost to a write: rows lie in the order of their times.
create index outgoing_events_by_time on outgoing_events using brin (at);
`);
  }
}
