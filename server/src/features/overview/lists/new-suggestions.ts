import { MOST_LINES, NewSuggestion, type OverviewOf } from '@training/shared/overview/overview';
import { ownDepartment, type Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { COUNT_SUGGESTIONS } from '../count-statements.ts';
import { withPermission } from '../with-permission.ts';

const NEWEST = defineStatement({
  name: 'list-newest-suggestions',
  scope: 'tenant',
  row: NewSuggestion,
  sql: `
select id, title, source_name, to_iso(created_at) as created_at from suggestions
where workspace_id = :workspaceId and status = 'pending'
  and (:ownDepartment::uuid is null or department_id is null or department_id = :ownDepartment)
order by suggestions.created_at desc, id desc limit ${MOST_LINES}`,
});

/** Lists the newest pending suggestions visible to the caller. */
export async function newSuggestions(ctx: Context): Promise<OverviewOf<'trainer'>['suggestions']> {
  const asked = withPermission(ctx, 'suggestions:read');
  const seen = { workspaceId: asked.workspace.id, ownDepartment: ownDepartment(asked) };
  const { waiting } = await COUNT_SUGGESTIONS.one(asked.db.pool, seen);
  return { total: waiting, lines: await NEWEST.all(asked.db.pool, seen) };
}
