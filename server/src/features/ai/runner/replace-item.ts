import { AI_FEATURE_INPUTS_AND_RESULTS } from '@training/shared/ai/ai-features';
import type {
  GeneratedItemWarning,
  ItemWordingToCompare,
  SourcePartsToRead,
} from '@training/shared/ai/generated-items';
import { z } from 'zod';
import type { SourceText } from '@training/shared/ai/ai-sources';
import { defineStatement } from '../../../database/statements/statement.ts';
import { comparisonKeyOf } from '../features/prompt/model-output-text.ts';
import { flagNearDuplicates } from '../features/checks/near-duplicate-items.ts';
import { cardWordingOf } from '../features/generate-cards.ts';
import { questionWordingOf } from '../features/items/quiz-question.ts';
import { type ResultToDeliver, type JobResultHandler, OtherJobFirstError } from './job-result-handler.ts';
import type { Database } from '../../../database/database.ts';
import { createPartChooser } from '../features/source/choose-parts.ts';
import { splitSource } from '../features/source/read-parts.ts';
import { AiJobEntity, AiJobModuleEntity } from '../jobs/ai-job.entity.ts';
import { toExistingItemLabels } from '../jobs/existing-item-labels.ts';

/**
 * Range in seconds before a job checks again whether the other has ended; the other may be waiting for its provider.
 */
const RECHECK_SECONDS = { least: 2, most: 30 };

const READ = defineStatement({
  name: 'read-result-for-another',
  scope: 'tenant',
  row: z.strictObject({
    result: z.unknown(),
    before: z.array(z.strictObject({ passage: z.string(), dueIn: z.number() })),
  }),
  sql: `
select result, coalesce((
  select json_agg(json_build_object('passage', o.input -> 'parts' ->> 'passage',
    'dueIn', coalesce(extract(epoch from o.due_at - now()), 0)))
  from ai_jobs o
  where o.workspace_id = :workspaceId and o.destination_kind = 'ai_job' and o.destination_id = j.id
    and o.state in ('queued', 'running') and o.id < :other), '[]') as before
from ai_jobs j where j.workspace_id = :workspaceId and j.id = :id`,
});

/**
 * Input for a replacement item, with all items that the result has by now. If two replacements use the same part of the
 * source, the later one waits for the earlier one on any server, so that they don't come out alike.
 * @throws OtherJobFirstError
 */
async function findExistingItems(
  db: Database,
  {
    id: other,
    workspace,
    destination: { id },
    feature,
    input,
  }: Pick<ResultToDeliver, 'id' | 'workspace' | 'destination' | 'feature' | 'input'>,
): Promise<unknown> {
  if (feature !== 'card_generation' && feature !== 'quiz_generation') return input;
  const made = AI_FEATURE_INPUTS_AND_RESULTS[feature].input.parse(input);
  const held = await READ.first(db.pool, { workspaceId: workspace.id, id, other });
  // The job was deleted, so its result no longer matters.
  if (!held || 'file_id' in made.source) return input;
  const { source, parts } = made;
  const first = await findOfSamePart(source, parts, held.before);
  if (first) throw new OtherJobFirstError(Math.min(Math.max(first.dueIn, RECHECK_SECONDS.least), RECHECK_SECONDS.most));
  if (feature === 'card_generation') {
    const { cards } = AI_FEATURE_INPUTS_AND_RESULTS[feature].result.parse(held.result);
    return { ...made, existing: toExistingItemLabels(cards), there: cards.map(cardWordingOf) };
  }
  const { questions } = AI_FEATURE_INPUTS_AND_RESULTS[feature].result.parse(held.result);
  return { ...made, existing: toExistingItemLabels(questions), there: questions.map(questionWordingOf) };
}

/** Returns the first of the earlier jobs that reads a part of the source which this one reads, too. */
async function findOfSamePart<Job extends { passage: string }>(
  { text }: SourceText,
  own: SourcePartsToRead | undefined,
  before: readonly Job[],
): Promise<Job | undefined> {
  if (before.length === 0) return undefined;
  const { parts } = await splitSource(text);
  const choose = createPartChooser(parts);
  const read = new Set(own ? await choose(own) : parts);
  for (const job of before) {
    const { passage } = job;
    if ((await choose({ which: 'with', passage })).some((part) => read.has(part))) return job;
  }
  return undefined;
}

const LOCK = defineStatement({
  name: 'lock-result-for-another',
  scope: 'tenant',
  row: z.strictObject({ result: z.record(z.string(), z.unknown()).nullable() }),
  sql: 'select result from ai_jobs where workspace_id = :workspaceId and id = :id for update',
});

/**
 * Replaces an item and recomputes the `alike` flags of all items, because duplicates are found relative to earlier
 * items. Undefined if the index is invalid or the item already exists.
 */
async function putAnother<Item extends { flags: GeneratedItemWarning[] }>(
  [made]: Item[],
  items: Item[],
  { item, saidBy }: { item: number; saidBy: (item: Item) => ItemWordingToCompare },
): Promise<Item[] | undefined> {
  const label = (each: Item) => comparisonKeyOf(saidBy(each).asked);
  if (!made || item >= items.length || items.some((each) => label(each) === label(made))) return undefined;
  return flagNearDuplicates(items.with(item, made), saidBy);
}

/** Name of a feature's list, and its items with the replacement; undefined items if nothing changes. */
async function listWith(
  feature: ResultToDeliver['feature'],
  item: number,
  { made, held }: { made: unknown; held: unknown },
) {
  if (feature === 'card_generation') {
    const { result } = AI_FEATURE_INPUTS_AND_RESULTS[feature];
    const items = await putAnother(result.parse(made).cards, result.parse(held).cards, { item, saidBy: cardWordingOf });
    return { list: 'cards', items };
  }
  if (feature === 'quiz_generation') {
    const { result } = AI_FEATURE_INPUTS_AND_RESULTS[feature];
    const [one, all] = [result.parse(made).questions, result.parse(held).questions];
    return { list: 'questions', items: await putAnother(one, all, { item, saidBy: questionWordingOf }) };
  }
  throw new Error(`A result of ${feature} has no items`);
}

/**
 * Delivers a replacement for an item of another job. The result stays unchanged if nothing was generated, if the new
 * item equals another item, or if the job was deleted.
 */
export const ITEM_REPLACEMENT_HANDLER: JobResultHandler = {
  input: findExistingItems,
  async deliver(em, _db, { workspace, destination: { id, item = -1 }, feature, result }) {
    const workspaceId = workspace.id;
    const held = await LOCK.first(em, { workspaceId, id });
    if (!held || held.result === null) return;
    const { list, items } = await listWith(feature, item, { made: JSON.parse(result), held: held.result });
    // A module keeps its own copy of the result.
    if (!items || (await em.count(AiJobModuleEntity, { workspaceId, jobId: id })) > 0) return;
    await em.nativeUpdate(AiJobEntity, { workspaceId, id }, { result: { ...held.result, [list]: items } });
  },
};
