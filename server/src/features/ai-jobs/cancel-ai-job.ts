import type { AiJobSummary, NameAiJob } from '@training/shared/ai-jobs';
import type { Context } from '../../context.ts';

export function cancelAiJob(ctx: Context, { id }: NameAiJob): Promise<AiJobSummary> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${id}`);
}
