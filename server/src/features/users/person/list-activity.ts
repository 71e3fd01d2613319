import type { AuditEvent } from '@training/shared/audit/audit';
import type { NamePerson } from '@training/shared/users/people';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';

/** Limited in time, because the audit log has no index by person, so their rows may be far apart. */
const LIST = defineStatement({
  name: 'list-activity-of-person',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
select coalesce(json_agg(json_build_object(
  'id', e.id, 'at', to_iso(e.at), 'action', e.action,
  'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name),
  'subject', json_build_object('kind', e.subject_kind, 'id', e.subject_id, 'name', e.subject_name),
  'changes', e.changes, 'request_id', e.request_id, 'ip', e.ip) order by e.at desc, e.id desc), '[]')::text as json
from (
  select * from audit_events
  where workspace_id = :workspaceId and at > :now::timestamptz - interval '30 days'
    and (actor_id = :id or (subject_kind = 'user' and subject_id = :id))
  order by at desc, id desc limit 20
) e`,
});

/** Lists the latest actions by and on a person. */
export async function listActivity({ db, workspace, now }: Context, { id }: NamePerson): Promise<AuditEvent[]> {
  const { json } = await LIST.one(db.pool, { workspaceId: workspace.id, id, now });
  return preparedJson(json);
}
