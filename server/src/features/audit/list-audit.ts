import type { AuditPage, ListAuditEvents } from '@training/shared/audit/audit';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { AUDIT_RANGE, AUDIT_ENTRY_FIELDS, auditFilterParameters, MATCHES_AUDIT_FILTER } from './audit-filter.ts';

const LIST_AUDIT = defineStatement({
  name: 'list-audit',
  scope: 'tenant',
  replica: true,
  row: JsonRow,
  sql: `
with ${AUDIT_RANGE}, matching as (
  select * from audit_events e where ${MATCHES_AUDIT_FILTER}
), page as (
  select * from matching order by at desc, id desc limit :limit offset :offset
)
select json_build_object(
  'events', coalesce((select json_agg(json_build_object(${AUDIT_ENTRY_FIELDS}) order by e.at desc, e.id desc) from page e), '[]'),
  'total', (select count(*) from matching)
)::text as json`,
});

/** Lists the entries of the audit log, newest first. */
export async function listAudit(ctx: Context, { limit, offset, ...filters }: ListAuditEvents): Promise<AuditPage> {
  const { json } = await LIST_AUDIT.one(ctx.db.pool, { ...auditFilterParameters(ctx, filters), limit, offset });
  return preparedJson(json);
}
