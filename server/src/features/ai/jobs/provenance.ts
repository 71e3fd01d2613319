import { Provider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';

/** Model and prompt version that made a result. */
const MadeBy = z.strictObject({ provider: Provider, model: z.string(), prompt: z.string() });
export type MadeBy = z.infer<typeof MadeBy>;

/** As `MadeBy`, with the model of the second look; null if there was none. */
const Provenance = MadeBy.extend({ checkedProvider: Provider.nullable(), checkedModel: z.string().nullable() });
export type Provenance = z.infer<typeof Provenance>;

/** Checks are the calls without a prompt version. */
const MADE_BY = defineStatement({
  name: 'ai-job-was-made-by',
  scope: 'tenant',
  row: Provenance,
  sql: `
select made.*, checked.provider as "checkedProvider", checked.model as "checkedModel" from (
  select provider, model, prompt from ai_calls
  where workspace_id = :workspaceId and job_id = :jobId and prompt is not null
  order by (outcome = 'ok') desc, at desc, id desc limit 1) made
left join lateral (
  select provider, model from ai_calls
  where workspace_id = :workspaceId and job_id = :jobId and prompt is null and outcome = 'ok'
  order by at desc, id desc limit 1) checked on true`,
});

/**
 * Reads which model made the result of a job, and which checked it. If the key changed during the job, the last
 * successful call counts. If all calls failed, the last call made the items received. Undefined if no model was called.
 */
export function provenanceOf(on: Runner, job: { workspaceId: string; jobId: string }): Promise<Provenance | undefined> {
  return MADE_BY.first(on, job);
}
