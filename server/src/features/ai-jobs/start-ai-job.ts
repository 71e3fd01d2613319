import type { AiJobSummary } from '@training/shared/ai-jobs';
import type { AiContext } from '../../context.ts';
import type { AiTask } from './ai-job.ts';

export function startAiJob(ctx: AiContext, task: AiTask): Promise<AiJobSummary> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${task.feature}`);
}
