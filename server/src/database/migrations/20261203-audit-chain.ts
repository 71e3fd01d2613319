import { Migration } from '@mikro-orm/migrations';

/** The audit log in an order of its own, each entry with a hash over the one before (rules/audit). */
export class AuditChain extends Migration {
  override up(): void {
    this.addSql(`
-- Appended to after the commit, so that no writer waits for a counter. The events themselves are not touched.
create table audit_chain (
  workspace_id uuid not null references workspaces,
  position bigint not null check (position > 0),
  event_at timestamptz(3) not null,
  event_id uuid not null,
  event_hash bytea not null check (length(event_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (workspace_id, position),
  constraint audit_chain_event unique (workspace_id, event_at, event_id)
);
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only appended to';
end $$;
create trigger audit_chain_is_kept before update or delete on audit_chain
  for each row execute function refuse_audit_change();
create trigger audit_events_are_kept before update on audit_events
  for each row execute function refuse_audit_change();
`);
  }
}
