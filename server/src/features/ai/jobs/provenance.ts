import { Provider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';

/** Model and prompt version that made a result. */
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
 * Reads which model made the result of a job. If the key changed during the job, the last successful call counts. If
 * all calls failed, the last call made the items received. Undefined if no model was called.
 */
export function provenanceOf(on: Runner, job: { workspaceId: string; jobId: string }): Promise<MadeBy | undefined> {
  return MADE_BY.first(on, job);
}
