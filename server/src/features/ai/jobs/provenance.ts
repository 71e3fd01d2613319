import { Provider } from '@training/shared/provider-keys';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

/** Which model made something, and by which instructions. */
const MadeBy = z.strictObject({ provider: Provider, model: z.string(), prompt: z.string() });
export type MadeBy = z.infer<typeof MadeBy>;

const MADE_BY = defineStatement({
  name: 'ai-job-was-made-by',
  scope: 'tenant',
  row: MadeBy,
  sql: `
select provider, model, prompt from ai_calls
where workspace_id = :workspaceId and job_id = :jobId and prompt is not null
order by (outcome = 'ok') desc, at desc, id desc limit 1`,
});

/**
 * Who made what a job has made: where its key was changed in the middle, whoever answered last. Where all
 * answers broke off, what had come by then was made by the last of them. Undefined where no model was asked.
 */
export function provenanceOf(on: Runner, job: { workspaceId: string; jobId: string }): Promise<MadeBy | undefined> {
  return MADE_BY.first(on, job);
}
