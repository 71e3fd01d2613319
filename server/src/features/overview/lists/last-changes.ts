import { AuditEvent } from '@training/shared/audit/audit';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { withPermission } from '../with-permission.ts';

/** Number of newest entries read, so that many draft edits on one day don't raise the cost. */
const EVENTS_READ = 200;

/** Number of entries shown. */
const SHOWN = 6;

/** Repeated actions by one person on one subject count as one change, at its last time. */
const LAST_CHANGES = defineStatement({
  name: 'list-last-changes',
  scope: 'tenant',
  row: AuditEvent,
  sql: `
with newest as materialized (
  select * from audit_events where workspace_id = :workspaceId order by at desc, id desc limit ${EVENTS_READ}
), each as (
  select distinct on (actor_id, action, subject_id) * from newest where action <> 'user.signed_in'
  order by actor_id, action, subject_id, at desc, id desc
)
select id, to_iso(at) as at, action, json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor,
  json_build_object('kind', subject_kind, 'id', subject_id, 'name', subject_name) as subject, changes, request_id, ip
from each order by each.at desc, each.id desc limit ${SHOWN}`,
});

/** Lists the latest changes, without sign-ins. */
export function lastChanges(ctx: Context): Promise<AuditEvent[]> {
  const { db, workspace } = withPermission(ctx, 'audit:read');
  return LAST_CHANGES.all(db.pool, { workspaceId: workspace.id });
}
