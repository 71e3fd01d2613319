import type { EntityManager } from '@mikro-orm/postgresql';
import { AI_FEATURE_INPUTS_AND_RESULTS, AiFeature, type AiTask } from '@training/shared/ai/ai-features';
import type { GenerateReplacementItem, AiJobRef } from '@training/shared/ai/ai-jobs';
import { SourceText } from '@training/shared/ai/ai-sources';
import type { ItemSkillLevel } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import type { AiContext } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { aiJobLiveTopicOf, lockOwnAiJob } from './ai-job.ts';
import { SOURCE_TEXT_SQL, hashSourceText } from './source-text.ts';
import { startAiJob } from './start-ai-job.ts';
import { UNFINISHED_AI_JOB_STATES_SQL } from '../files/unfinished-jobs.ts';

const READ = defineStatement({
  name: 'read-ai-job-for-another',
  scope: 'tenant',
  row: z.strictObject({
    feature: AiFeature,
    result: z.unknown(),
    title: z.string(),
    hash: z.instanceof(Buffer).nullable(),
    text: z.string().nullable(),
    isInModule: z.boolean(),
    isBeingMade: z.boolean(),
  }),
  sql: `
select j.feature, j.result, coalesce(j.source_name, '') as title, j.source_hash as hash, ${SOURCE_TEXT_SQL} as text,
  j.destination_id is not null or exists (
    select from ai_job_modules a where a.workspace_id = :workspaceId and a.job_id = j.id) as "isInModule",
  exists (select from ai_jobs o where o.workspace_id = :workspaceId and o.destination_kind = 'ai_job'
    and o.destination_id = j.id and o.destination_item = :item and o.state in ${UNFINISHED_AI_JOB_STATES_SQL}) as "isBeingMade"
from ai_jobs j where j.workspace_id = :workspaceId and j.id = :id`,
});

/**
 * Starts a job that replaces one item in the result of the caller's job (rules/ai 22).
 * @throws AppError `ai_job_not_found`, `ai_job_unfinished`, `invalid_request`, and errors of `startAiJob`
 */
export function startItemReplacement(ctx: AiContext, input: GenerateReplacementItem): Promise<AiJobRef> {
  const { id, item } = input;
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const task = await taskFor(em, ctx, input);
    await startAiJob({ ...ctx, transaction: em }, task, { kind: 'ai_job', id, item });
    await publishTopics(em, aiJobLiveTopicOf(workspaceId, id));
    return { id };
  });
}

async function taskFor(
  em: EntityManager,
  ctx: AiContext,
  { id, item, source, language }: GenerateReplacementItem,
): Promise<AiTask> {
  const workspaceId = ctx.workspace.id;
  // Prevents concurrent replacements, and adding the result to a module meanwhile.
  await lockOwnAiJob(em, ctx, id);
  const { feature, result, isInModule, isBeingMade, ...kept } = await READ.one(em, { workspaceId, id, item });
  if (feature !== 'card_generation' && feature !== 'quiz_generation') {
    throw invalid('id', 'Must be a job that makes cards or questions');
  }
  if (result === null) throw new AppError('ai_job_unfinished', 'The job has created nothing that could be replaced.');
  if (isBeingMade) throw new AppError('ai_job_unfinished', 'Another one is being made in its place already.');
  if (isInModule) throw invalid('id', 'Must be a job whose result is in no module; edit what the module has');
  // Existing items are read when the job runs, because others may have been added by then.
  const narrowed = (replaced: { quote: string; level: ItemSkillLevel | null }) => ({
    source: sourceFor(kept, source),
    count: 1,
    difficulty: 'standard' as const,
    existing: [],
    parts: { which: 'with' as const, passage: replaced.quote },
    ...(replaced.level && { level: replaced.level }),
    ...(language && { language }),
  });
  if (feature === 'card_generation') {
    const { cards } = AI_FEATURE_INPUTS_AND_RESULTS[feature].result.parse(result);
    return { feature, input: narrowed(cards[item] ?? noSuch(cards.length)) };
  }
  const { questions } = AI_FEATURE_INPUTS_AND_RESULTS[feature].result.parse(result);
  return { feature, input: narrowed(questions[item] ?? noSuch(questions.length)) };
}

type Kept = { title: string; hash: Buffer | null; text: string | null };

/** Returns the kept source, or the caller's copy of it. @throws AppError `invalid_request` */
function sourceFor({ title, hash, text }: Kept, given: SourceText | undefined): SourceText {
  if (text !== null) return SourceText.parse({ title, text });
  if (!given) throw invalid('source', 'Required, because the text that the job was made of isn’t kept');
  if (!hash?.equals(hashSourceText(given.text))) throw invalid('source', 'Must be the text that the job was made of');
  return given;
}

function noSuch(count: number): never {
  throw invalid('item', `Must be less than ${count}, as many as the job has made`);
}

const invalid = (path: string, message: string): AppError => invalidFieldError(path, message, 'invalid');
