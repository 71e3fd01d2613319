import { ItemOutcomes } from '@training/shared/ai-usage';
import { defineStatement, type Runner } from '../../database/statement.ts';

/** Models and versions of instructions that are answered: those that were used last. */
const MOST = 50;

const READ = defineStatement({
  name: 'read-outcomes-of-generated',
  scope: 'tenant',
  seldom: true,
  row: ItemOutcomes,
  sql: `
select feature, provider, model, prompt, wire_time(min(made_at)) as since,
  count(*) filter (where outcome = 'kept')::integer as kept,
  count(*) filter (where outcome = 'edited')::integer as edited,
  count(*) filter (where outcome = 'deleted')::integer as deleted
from generated_items
where workspace_id = :workspaceId and outcome is not null
group by feature, provider, model, prompt
order by min(made_at) desc, feature, provider, model, prompt
limit ${MOST}`,
});

/** What trainers have made of generated cards and questions that were published (rules/ai 19). */
export function readOutcomes(on: Runner, workspaceId: string): Promise<ItemOutcomes[]> {
  return READ.all(on, { workspaceId });
}
