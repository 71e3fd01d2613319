import {
  ModuleFeedbackPage,
  type ListModuleFeedback,
  type AnalyseModuleFeedback,
} from '@training/shared/learning/feedback';
import { z } from 'zod';
import { departmentLimitOf, type Context, type AiContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import type { AiJobSummary } from '@training/shared/ai/ai-jobs';
import { startAiJob } from '../ai/jobs/start-ai-job.ts';
import type { GiveFeedback, OwnModuleFeedback } from '@training/shared/learning/learning';
import { inTransaction } from '../../core/transaction.ts';
import { lockOwnCycle } from './cycle.ts';
import { ModuleFeedbackEntity } from './study/module-feedback.entity.ts';

/**
 * Stores the feedback of a learner on a module in one of their cycles, replacing earlier feedback (rules/learning 12).
 * @throws AppError `enrollment_not_found`; `not_started`
 */
export function giveFeedback(
  ctx: Context,
  { enrollment_id, rating, comment }: GiveFeedback,
): Promise<OwnModuleFeedback> {
  return inTransaction(ctx, async (em) => {
    const { module_id: moduleId, revision_id: revisionId } = await lockOwnCycle(em, ctx, enrollment_id);
    if (revisionId === null) throw new AppError('not_started', 'Start the module before you give feedback.');
    const cycle = { workspaceId: ctx.workspace.id, enrollmentId: enrollment_id, moduleId };
    const said = { revisionId, rating, comment, givenAt: ctx.now };
    const changed = ['revisionId', 'rating', 'comment', 'givenAt'] as const;
    await em.upsert(ModuleFeedbackEntity, { ...cycle, ...said }, { onConflictMergeFields: [...changed] });
    return { rating, comment, at: ctx.now.toISOString() };
  });
}

const COMMENTS = defineStatement({
  name: 'comments-on-module',
  scope: 'tenant',
  row: z.strictObject({ comment: z.string() }),
  sql: `
select comment from module_feedback
where workspace_id = :workspaceId and module_id = :moduleId and comment is not null
order by given_at desc, enrollment_id limit ${AI_INPUT_LIMITS.comments}`,
});

/**
 * Starts the AI job that finds themes in the feedback on a module.
 * @throws AppError `module_not_found`, `invalid_request` if there is no written feedback; and the errors of
 *   `startAiJob`
 */
export async function startFeedbackAnalysis(
  ctx: AiContext,
  { module_id: moduleId, language }: AnalyseModuleFeedback,
): Promise<AiJobSummary> {
  const subject = await findModuleOfFeedback(ctx, moduleId);
  const rows = await COMMENTS.all(ctx.db.pool, { workspaceId: ctx.workspace.id, moduleId });
  if (rows.length === 0) {
    throw new AppError('invalid_request', 'No one has written a comment about the module yet.');
  }
  const comments = rows.map(({ comment }) => comment);
  return startAiJob(ctx, { feature: 'feedback_analysis', input: { subject, comments, ...(language && { language }) } });
}

/** Finds a module of the caller’s department, or any module if they see all. */
const FIND_MODULE = defineStatement({
  name: 'find-module-of-feedback',
  scope: 'tenant',
  row: z.strictObject({ title: z.string() }),
  sql: `
select m.title from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = :moduleId
  and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)`,
});

const READ = defineStatement({
  name: 'read-feedback-of-module',
  scope: 'tenant',
  row: ModuleFeedbackPage,
  sql: `
with given as (
  select f.rating, f.comment, f.given_at, f.enrollment_id, r.number as revision from module_feedback f
  join module_revisions r on r.workspace_id = :workspaceId and r.id = f.revision_id
  where f.workspace_id = :workspaceId and f.module_id = :moduleId
), page as (
  select * from given order by given_at desc, enrollment_id limit :limit offset :offset
)
select coalesce((
    select json_agg(json_build_object('rating', rating, 'comment', comment, 'revision', revision, 'at', to_iso(given_at))
      order by given_at desc, enrollment_id) from page), '[]') as items,
  (select count(*)::integer from given) as total,
  (select count(*)::integer from given where comment is not null) as comments,
  (select round(avg(rating), 2)::float8 from given) as average,
  (select json_agg((select count(*) from given where rating = stars) order by stars)
    from generate_series(1, 5) stars) as ratings`,
});

/** Returns the title of the module. @throws AppError `module_not_found` */
async function findModuleOfFeedback(ctx: Context, moduleId: string): Promise<string> {
  const seen = { workspaceId: ctx.workspace.id, moduleId, ownDepartment: departmentLimitOf(ctx) };
  const found = await FIND_MODULE.first(ctx.db.pool, seen);
  if (!found) throw new AppError('module_not_found', `There is no module ${moduleId} in this workspace.`);
  return found.title;
}

/** Returns the feedback of learners on a module. @throws AppError `module_not_found` */
export async function readFeedback(
  ctx: Context,
  { module_id, limit, offset }: ListModuleFeedback,
): Promise<ModuleFeedbackPage> {
  await findModuleOfFeedback(ctx, module_id);
  return READ.one(ctx.db.pool, { workspaceId: ctx.workspace.id, moduleId: module_id, limit, offset });
}
