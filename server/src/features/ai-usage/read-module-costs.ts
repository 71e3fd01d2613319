import { ModuleCost, MODULES_SHOWN } from '@training/shared/ai-usage/ai-usage';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';

const READ = defineStatement({
  name: 'read-ai-costs-of-modules',
  scope: 'tenant',
  unprepared: true,
  row: ModuleCost,
  sql: `
with spent as (
  select module_id, sum(calls)::float8 as calls, sum(unpriced)::float8 as unpriced_calls,
    coalesce(sum(cost_usd) filter (where own), 0) as own, coalesce(sum(cost_usd) filter (where not own), 0) as pooled
  from ai_module_days
  where workspace_id = :workspaceId and day between :from::date and :to::date
  group by module_id
)
select s.module_id, coalesce(m.working ->> 'title', m.title) as title, m.course_id, c.title as course, s.calls,
  s.unpriced_calls, round(s.own, 6)::float8 as own_usd, round(s.pooled, 6)::float8 as pooled_usd
from spent s
join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
order by s.own + s.pooled desc, s.calls desc, s.module_id
limit ${MODULES_SHOWN}`,
});

/** Reads the cost per module between two UTC days. */
export function readModuleCosts(
  on: Runner,
  days: { workspaceId: string; from: string; to: string },
): Promise<ModuleCost[]> {
  return READ.all(on, days);
}
