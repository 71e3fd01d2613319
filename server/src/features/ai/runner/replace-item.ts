import { AI_FEATURES } from '@training/shared/ai/ai-features';
import type { ItemFlag, Said } from '@training/shared/ai/generated-items';
import { defineStatement } from '../../../database/statements/statement.ts';
import { comparisonKey } from '../features/prompt/answer-text.ts';
import { flagAlike } from '../features/checks/flag-alike.ts';
import { saidByCard } from '../features/generate-cards.ts';
import { saidByQuestion } from '../features/items/quiz-question.ts';
import { z } from 'zod';
import { findExistingItems } from './existing-items.ts';
import type { Delivery, Receiver } from './job-result-handler.ts';

const LOCK = defineStatement({
  name: 'lock-result-for-another',
  scope: 'tenant',
  row: z.strictObject({ result: z.unknown() }),
  sql: 'select result from ai_jobs where workspace_id = :workspaceId and id = :id for update',
});

/** Does nothing if the result is in a module, which keeps its own copy. */
const REPLACE = defineStatement({
  name: 'replace-item-of-result',
  scope: 'tenant',
  sql: `
update ai_jobs set result = jsonb_set(result, array[:list::text], :items::jsonb, false)
where workspace_id = :workspaceId and id = :id and not exists (
  select from ai_job_modules a where a.workspace_id = :workspaceId and a.job_id = :id)`,
});

/**
 * Replaces an item and recomputes the `alike` flags of all items, because duplicates are found relative to earlier
 * items. Undefined if the index is invalid or the item already exists.
 */
function putAnother<Item extends { flags: ItemFlag[] }>(
  [made]: Item[],
  items: Item[],
  { item, saidBy }: { item: number; saidBy: (item: Item) => Said },
): Item[] | undefined {
  const label = (each: Item) => comparisonKey(saidBy(each).asked);
  if (!made || item >= items.length || items.some((each) => label(each) === label(made))) return undefined;
  return flagAlike(items.with(item, made), saidBy);
}

/** Name of a feature's list, and its items with the replacement; undefined items if nothing changes. */
function listWith(feature: Delivery['feature'], item: number, { made, held }: { made: unknown; held: unknown }) {
  if (feature === 'card_generation') {
    const { result } = AI_FEATURES[feature];
    const items = putAnother(result.parse(made).cards, result.parse(held).cards, { item, saidBy: saidByCard });
    return { list: 'cards', items };
  }
  if (feature === 'quiz_generation') {
    const { result } = AI_FEATURES[feature];
    const [one, all] = [result.parse(made).questions, result.parse(held).questions];
    return { list: 'questions', items: putAnother(one, all, { item, saidBy: saidByQuestion }) };
  }
  throw new Error(`A result of ${feature} has no items`);
}

/**
 * Delivers a replacement for an item of another job. The result stays unchanged if nothing was generated, if the new
 * item equals another item, or if the job was deleted.
 */
export const RESULTS: Receiver = {
  input: findExistingItems,
  async deliver(em, _db, { workspace, destination: { id, item = -1 }, feature, result }) {
    const workspaceId = workspace.id;
    const held = await LOCK.first(em, { workspaceId, id });
    if (!held || held.result === null) return;
    const { list, items } = listWith(feature, item, { made: JSON.parse(result), held: held.result });
    if (items) await REPLACE.run(em, { workspaceId, id, list, items: JSON.stringify(items) });
  },
};
