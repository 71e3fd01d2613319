import { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';

/** Model and prompt version that made a result. */
const ResultModel = z.strictObject({ provider: AiProvider, model: z.string(), prompt: z.string() });
export type ResultModel = z.infer<typeof ResultModel>;

/** A `ResultModel` with the model of the second look; null if there was none. */
const ResultProvenance = ResultModel.extend({
  checkedProvider: AiProvider.nullable(),
  checkedModel: z.string().nullable(),
});
export type ResultProvenance = z.infer<typeof ResultProvenance>;

/** Checks are the calls without a prompt version. */
const MADE_BY = defineStatement({
  name: 'ai-job-was-made-by',
  scope: 'tenant',
  row: ResultProvenance,
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
export function readResultProvenance(
  on: StatementRunner,
  job: { workspaceId: string; jobId: string },
): Promise<ResultProvenance | undefined> {
  return MADE_BY.first(on, job);
}
