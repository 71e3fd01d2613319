import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import type { AiJobSummary } from '@training/shared/ai/ai-jobs';
import type { AnalyseModuleFeedback } from '@training/shared/learning/feedback';
import { z } from 'zod';
import type { AiContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { startAiJob } from '../ai/jobs/start-ai-job.ts';
import { findModuleOfFeedback } from './read-feedback.ts';

const COMMENTS = defineStatement({
  name: 'comments-on-module',
  scope: 'tenant',
  row: z.strictObject({ comment: z.string() }),
  sql: `
select comment from module_feedback
where workspace_id = :workspaceId and module_id = :moduleId and comment is not null
order by given_at desc, enrollment_id limit ${AI_LIMITS.comments}`,
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
