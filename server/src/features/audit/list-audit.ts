import type { AuditEventPage, ListAuditEvents } from '@training/shared/audit/audit';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import {
  AUDIT_TIME_RANGE_CTE,
  AUDIT_ENTRY_JSON_FIELDS_SQL,
  auditFilterParametersOf,
  ENTRY_MATCHES_AUDIT_FILTER,
} from './audit-filter.ts';

const LIST_AUDIT = defineStatement({
  name: 'list-audit',
  scope: 'tenant',
  replica: true,
  row: JsonRow,
  sql: `
with ${AUDIT_TIME_RANGE_CTE}, matching as (
  select * from audit_events e where ${ENTRY_MATCHES_AUDIT_FILTER}
), page as (
  select * from matching order by at desc, id desc limit :limit offset :offset
)
select json_build_object(
  'events', coalesce((select json_agg(json_build_object(${AUDIT_ENTRY_JSON_FIELDS_SQL}) order by e.at desc, e.id desc) from page e), '[]'),
  'total', (select count(*) from matching)
)::text as json`,
});

/** Lists the entries of the audit log, newest first. */
export async function listAuditEntries(
  ctx: Context,
  { limit, offset, ...filters }: ListAuditEvents,
): Promise<AuditEventPage> {
  const { json } = await LIST_AUDIT.one(ctx.db.pool, { ...auditFilterParametersOf(ctx, filters), limit, offset });
  return createPreparedJson(json);
}
