import { ItemOutcomes } from '@training/shared/ai-usage/ai-usage';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';

/** Maximum number of models and prompt versions returned, latest first. */
const MOST = 50;

const READ = defineStatement({
  name: 'read-outcomes-of-generated',
  scope: 'tenant',
  unprepared: true,
  row: ItemOutcomes,
  sql: `
select feature, provider, model, prompt, to_iso(min(made_at)) as since,
  count(*) filter (where outcome = 'kept')::integer as kept,
  count(*) filter (where outcome = 'edited')::integer as edited,
  count(*) filter (where outcome = 'deleted')::integer as deleted
from generated_items
where workspace_id = :workspaceId and outcome is not null
group by feature, provider, model, prompt
order by min(made_at) desc, feature, provider, model, prompt
limit ${MOST}`,
});

/** Reads how many published generated cards and questions trainers kept, edited or deleted (rules/ai 19). */
export function readOutcomes(on: Runner, workspaceId: string): Promise<ItemOutcomes[]> {
  return READ.all(on, { workspaceId });
}
