import type { AuditPage, ListAudit } from '@training/shared/audit';
import type { Context } from '../../context.ts';
import { defineStatement, JsonRow } from '../../database/statement.ts';
import { likePattern } from '../../database/like-pattern.ts';
import { preparedJson } from '../../platform/prepared-json.ts';

const LIST_AUDIT = defineStatement({
  name: 'list-audit',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with matching as (
  select * from audit_events
  where workspace_id = :workspaceId
    and (:action::text is null or action = :action)
    and (:actorKind::text is null or actor_kind = :actorKind)
    and (:search::text is null or actor_name ilike :search or subject_name ilike :search)
    and (:from::timestamptz is null or at >= :from)
    and (:to::timestamptz is null or at < :to)
), page as (
  select * from matching order by at desc, id desc limit :limit offset :offset
)
select json_build_object(
  'events', coalesce((
    select json_agg(json_build_object(
      'id', id, 'at', wire_time(at), 'action', action,
      'actor', json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name),
      'subject', json_build_object('kind', subject_kind, 'id', subject_id, 'name', subject_name),
      'changes', changes, 'request_id', request_id, 'ip', ip
    ) order by at desc, id desc) from page), '[]'),
  'total', (select count(*) from matching)
)::text as json`,
});

/** The audit log, newest first. */
export async function listAudit(ctx: Context, input: ListAudit): Promise<AuditPage> {
  const { json } = await LIST_AUDIT.one(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    action: input.action ?? null,
    actorKind: input.actor_kind ?? null,
    search: input.search ? likePattern(input.search) : null,
    from: input.from ?? null,
    to: input.to ?? null,
    limit: input.limit,
    offset: input.offset,
  });
  return preparedJson(json);
}
