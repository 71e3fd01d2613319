import {
  MOST_FOLDED,
  type AuditCursor,
  type AuditLines,
  type FoldedAudit,
  type ListAuditLines,
} from '@training/shared/audit/audit';
import { AUTOSAVES } from '@training/shared/events/events';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { AUDIT_RANGE, ENTRY, auditFilterParameters, IS_ASKED_FOR } from './filtered.ts';
import { ENTRIES_OF_LINE, IS_IN_LATER_LINE } from './fold.ts';

/** One line more than requested shows if there is another page. */
const LIST_LINES = defineStatement({
  name: 'list-audit-lines',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with ${AUDIT_RANGE}, heads as materialized (
  select e.* from audit_events e cross join bounds
  where ${IS_ASKED_FOR}
    and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'),
      coalesce(:beforeId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    and not (${IS_IN_LATER_LINE})
  order by e.at desc, e.id desc limit :limit::integer + 1
), page as (
  select * from heads order by at desc, id desc limit :limit
), lines as (
  select e.at, e.id, json_build_object(${ENTRY},
    'day', (e.at at time zone bounds.zone)::date, 'course_id', m.course_id,
    'folded', case when fold.count > 1 then json_build_object('count', fold.count, 'since', to_iso(fold.since)) end) as line
  from page e cross join bounds
  left join modules m on m.workspace_id = :workspaceId and m.id = e.subject_id and e.subject_kind = 'module'
  left join lateral (
    select count(*)::integer as count, min(folded.at) as since
    from (select e.*) head cross join lateral (${ENTRIES_OF_LINE}) folded
  ) fold on e.action = any(:autosaves)
)
select json_build_object(
  'time_zone', (select zone from bounds),
  'lines', coalesce((select json_agg(line order by at desc, id desc) from lines), '[]'),
  'next', case when (select count(*) from heads) > :limit then
    (select json_build_object('at', to_iso(at), 'id', id) from page order by at, id limit 1) end
)::text as json`,
});

/** Lists the lines of the audit log, newest first: repeated autosaves are folded into one line (rules/audit 9). */
export async function listAuditLines(ctx: Context, { limit, cursor, ...filters }: ListAuditLines): Promise<AuditLines> {
  const { json } = await LIST_LINES.one(ctx.db.pool, {
    ...auditFilterParameters(ctx, filters),
    autosaves: AUTOSAVES,
    beforeAt: cursor?.at ?? null,
    beforeId: cursor?.id ?? null,
    limit,
  });
  return preparedJson(json);
}

const LIST_FOLDED = defineStatement({
  name: 'list-folded-audit',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with ${AUDIT_RANGE}, folded as (
  select entries.at, entries.id
  from audit_events head cross join bounds cross join lateral (${ENTRIES_OF_LINE}) entries
  where head.workspace_id = :workspaceId and head.at = :at and head.id = :id and head.action = any(:autosaves)
  order by entries.at desc, entries.id desc limit ${MOST_FOLDED}
)
select json_build_object('events', coalesce(json_agg(json_build_object(${ENTRY}) order by e.at desc, e.id desc), '[]'))::text
  as json
from folded join audit_events e on e.workspace_id = :workspaceId and e.at = folded.at and e.id = folded.id`,
});

/** Lists the entries folded into the given entry's line. Empty if that isn't an autosave of this workspace. */
export async function listFoldedAudit(ctx: Context, { at, id }: AuditCursor): Promise<FoldedAudit> {
  const parameters = { ...auditFilterParameters(ctx, {}), autosaves: AUTOSAVES, at, id };
  const { json } = await LIST_FOLDED.one(ctx.db.pool, parameters);
  return preparedJson(json);
}
