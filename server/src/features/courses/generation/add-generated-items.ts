import type { EntityManager } from '@mikro-orm/postgresql';
import { AiFeature } from '@training/shared/ai/ai-features';
import type { AddGeneratedItems, AddedGeneratedItems } from '@training/shared/courses/sections';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { aiJobLiveTopicOf } from '../../ai/jobs/ai-job.ts';
import { AiJobModuleEntity } from '../../ai/jobs/ai-job.entity.ts';
import { cancelItemReplacementsOfJob } from '../../ai/jobs/end-ai-job.ts';
import { JOB_IS_LISTED_FOR_OWNER } from '../../ai/jobs/destination.ts';
import { aiJobNotFoundError } from '../../ai/jobs/read-ai-jobs.ts';
import { requireJobOwnerId } from '../../ai/files/stored-file.ts';
import { chargeJobCallsToModule } from '../../ai-usage/record-call.ts';
import { ModuleExtraSourceSuggestionEntity } from '../course.entity.ts';
import { lockCourse } from '../lock-course.ts';
import { appendItems, findSectionOverflowMessage, withoutExistingItems } from './append-items.ts';
import { assertSectionEditable, sectionEditStateOf } from '../modules/assert-section-editable.ts';
import { insertDraftModule } from '../modules/create-module.ts';
import { toSectionItems, parseGeneratedSectionItems, findSourceSuggestionOfItems } from './generated-items.ts';
import { recordGenerationMetadata } from './generated-item-provenance.ts';
import { lockModule } from '../modules/lock-module.ts';

/** Locks the job against deletion; its ended state can't change. */
const LOCK_RESULT = defineStatement({
  name: 'lock-result-of-ai-job',
  scope: 'tenant',
  row: z.strictObject({
    feature: AiFeature,
    result: z.unknown(),
    name: z.string().nullable(),
    hash: z.instanceof(Buffer).nullable(),
    madeFor: z.uuid().nullable(),
  }),
  sql: `
select feature, result, source_name as name, source_hash as hash, destination_id as "madeFor" from ai_jobs
where workspace_id = :workspaceId and id = :jobId and created_by = :owner and ${JOB_IS_LISTED_FOR_OWNER} for key share`,
});

/**
 * Adds the result of the caller's job to a module as their edit; they count as contributors, as when a job delivers its
 * own result (rules/courses-and-modules 9).
 * @throws AppError `ai_job_not_found`, `ai_job_unfinished`, `module_not_found`, `course_not_found`, `forbidden`,
 * `content_locked`, `module_state`; `invalid_request` if it isn't for a section, or doesn't fit
 */
export function addGeneratedItems(ctx: Context, input: AddGeneratedItems): Promise<AddedGeneratedItems> {
  const { job_id: jobId } = input;
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    // Lock the module before the job, in the same order as when a job delivers its own result.
    const locked = await lockModule(em, ctx, await moduleFor(em, ctx, input));
    const { id: moduleId, courseId, suggestionId } = locked.module;
    const { made, ...job } = await holdResult(em, ctx, jobId);
    const { section } = made;
    assertSectionEditable(section, sectionEditStateOf(locked, section));
    const making = { workspaceId, jobId, moduleId, ...job };
    const origin = await findSourceSuggestionOfItems(em, making);
    const items = toSectionItems(made, making, origin);
    const message = findSectionOverflowMessage(locked, section, items);
    if (message !== null) throw invalidJob(message, 'too_big');
    const added = withoutExistingItems(locked, section, items).length;
    await recordGenerationMetadata(em, { workspaceId, moduleId, jobId, feature: job.feature, made }, items);
    await appendItems(em, ctx, locked, section, items);
    const placed = { workspaceId, jobId, moduleId, at: ctx.now };
    await em.upsert(AiJobModuleEntity, placed, { onConflictAction: 'ignore' });
    // Replacement items that arrive later would be ignored.
    await cancelItemReplacementsOfJob(em, { workspaceId, id: jobId });
    await chargeJobCallsToModule(em, { workspaceId, jobId, moduleId });
    if (origin.suggestion_id && origin.suggestion_id !== suggestionId) {
      // The module's items may refer to the suggestion, as to its own.
      const used = { workspaceId, moduleId, suggestionId: origin.suggestion_id };
      await em.upsert(ModuleExtraSourceSuggestionEntity, used, { onConflictAction: 'ignore' });
    }
    await publishTopics(em, aiJobLiveTopicOf(workspaceId, jobId));
    return { module_id: moduleId, course_id: courseId, section, added };
  });
}

async function moduleFor(em: EntityManager, ctx: Context, input: AddGeneratedItems): Promise<string> {
  if (input.to === 'module') return input.module_id;
  return insertDraftModule(em, ctx, await lockCourse(em, ctx, input.course_id), { title: input.title });
}

async function holdResult(em: EntityManager, ctx: Context, jobId: string) {
  const job = await LOCK_RESULT.first(em, { workspaceId: ctx.workspace.id, jobId, owner: requireJobOwnerId(ctx) });
  if (!job) throw aiJobNotFoundError(jobId);
  const { feature, result, name, hash, madeFor } = job;
  if (result === null) throw new AppError('ai_job_unfinished', 'The job has created nothing that can be added.');
  const made = parseGeneratedSectionItems(feature, result);
  if (!made) throw invalidJob('Only flashcards and questions can be added to a module', 'invalid');
  return { made, feature, madeFor, source: { name: name ?? '', hash } };
}

const invalidJob = (message: string, code: 'invalid' | 'too_big') =>
  invalidFieldError('job_id', message, code, `${message}.`);
