import type { AuditPage, ListAudit } from '@training/shared/audit';
import type { Context } from '../../context.ts';
import { read } from '../../database/database.ts';
import { likePattern } from '../../database/like-pattern.ts';
import { preparedJson } from '../../platform/prepared-json.ts';

const LIST_AUDIT = {
  name: 'list-audit',
  text: `
with matching as (
  select * from audit_events
  where workspace_id = $1
    and ($2::text is null or action = $2)
    and ($3::text is null or actor_kind = $3)
    and ($4::text is null or actor_name ilike $4 or subject_name ilike $4)
    and ($5::timestamptz is null or at >= $5)
    and ($6::timestamptz is null or at < $6)
), page as (
  select * from matching order by at desc, id desc limit $7 offset $8
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
};

/** The audit log, newest first. */
export async function listAudit(ctx: Context, input: ListAudit): Promise<AuditPage> {
  const rows = await read<{ json: string }>(ctx.db, LIST_AUDIT, [
    ctx.workspace.id,
    input.action ?? null,
    input.actor_kind ?? null,
    input.search ? likePattern(input.search) : null,
    input.from ?? null,
    input.to ?? null,
    input.limit,
    input.offset,
  ]);
  return preparedJson(rows[0]!.json);
}
