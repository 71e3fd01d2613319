import { AI_FEATURES } from '@training/shared/ai-features';
import { defineStatement } from '../../../database/statement.ts';
import { comparisonKey } from '../features/answer-text.ts';
import { z } from 'zod';
import type { Delivery, Receiver } from './delivery.ts';

const HOLD = defineStatement({
  name: 'hold-result-for-another',
  scope: 'tenant',
  row: z.strictObject({ result: z.unknown() }),
  sql: 'select result from ai_jobs where workspace_id = :workspaceId and id = :id for update',
});

/** A module that has the result has it as it was then: nothing changes any more. */
const REPLACE = defineStatement({
  name: 'replace-item-of-result',
  scope: 'tenant',
  sql: `
update ai_jobs set result = jsonb_set(result, array[:list::text, :item::text], :made::jsonb, false)
where workspace_id = :workspaceId and id = :id and not exists (
  select from ai_job_modules a where a.workspace_id = :workspaceId and a.job_id = :id)`,
});

/** What a feature makes a list of, by the name of that list. */
function listOf(feature: Delivery['feature'], result: unknown) {
  if (feature === 'card_generation') {
    const items = AI_FEATURES[feature].result.parse(result).cards;
    return { list: 'cards', items, labels: items.map(({ front }) => front) };
  }
  if (feature === 'quiz_generation') {
    const items = AI_FEATURES[feature].result.parse(result).questions;
    return { list: 'questions', items, labels: items.map(({ prompt }) => prompt) };
  }
  throw new Error(`A result of ${feature} has no items`);
}

/**
 * Puts what was made in the place of an item of another job. That stays as it was where nothing could be made, or only
 * what has been made in the place of another item meanwhile, or where its job is gone.
 */
export const RESULTS: Receiver = {
  async deliver(em, _db, { workspace, destination: { id, item = -1 }, feature, result }) {
    const workspaceId = workspace.id;
    const [made] = listOf(feature, JSON.parse(result)).items;
    const held = made && (await HOLD.first(em, { workspaceId, id }));
    if (!held || held.result === null) return;
    const { list, labels } = listOf(feature, held.result);
    const label = comparisonKey('front' in made ? made.front : made.prompt);
    if (item >= labels.length || labels.some((each) => comparisonKey(each) === label)) return;
    await REPLACE.run(em, { workspaceId, id, list, item: String(item), made: JSON.stringify(made) });
  },
};
