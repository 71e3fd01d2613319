import type { AiJob, AiJobPage, ListAiJobs, NameAiJob } from '@training/shared/ai-jobs';
import type { Context } from '../../context.ts';
import { topicOf } from '../../platform/live.ts';

/** Says that a job has come further. */
export const aiJobTopic = (workspaceId: string, id: string) => topicOf(workspaceId, 'ai_job', id);

export function listAiJobs(ctx: Context, input: ListAiJobs): Promise<AiJobPage> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${input.limit}`);
}

export function readAiJob(ctx: Context, { id }: NameAiJob): Promise<AiJob> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${id}`);
}
