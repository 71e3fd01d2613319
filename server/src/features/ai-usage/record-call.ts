import type { ModelCallPurpose } from '@training/shared/ai-usage/ai-usage';
import type { AiCapability, KeyTestOutcome } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../core/context.ts';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { CHARGE_RESERVATION_CTES } from './reserve-budget.ts';
import { newId } from '../../platform/ids.ts';
import type { FailureOutcome } from '../../providers/ai/failure.ts';
import { costOfCall, NANODOLLARS_PER_USD, priceOfModel, savingsOfCall } from '../../providers/ai/prices.ts';
import type { CallUsage, AiCallCredential } from '../../providers/ai/calls.ts';

const CHARGE = defineStatement({
  name: 'charge-ai-calls-to-module',
  scope: 'tenant',
  sql: `
with charged as (
  update ai_calls set module_id = :moduleId::uuid
  where workspace_id = :workspaceId and module_id is null and (job_id = :jobId or job_id in (
    select id from ai_jobs where workspace_id = :workspaceId and destination_kind = 'ai_job' and destination_id = :jobId))
  returning (at at time zone 'UTC')::date as day, purpose, own, cost_usd
)
insert into ai_module_days as d (workspace_id, day, module_id, purpose, own, calls, unpriced, cost_usd)
select :workspaceId::uuid, day, :moduleId::uuid, purpose, own, count(*), count(*) filter (where cost_usd is null),
  coalesce(sum(cost_usd), 0)
from charged group by day, purpose, own order by day, purpose, own
on conflict (workspace_id, day, module_id, purpose, own) do update set
  calls = d.calls + excluded.calls, unpriced = d.unpriced + excluded.unpriced, cost_usd = d.cost_usd + excluded.cost_usd`,
});

/**
 * Charges the calls of a job and of its replacement jobs to the module that its result was added to, unless they are
 * already charged to a module.
 */
export async function chargeJobCallsToModule(
  on: StatementRunner,
  job: { workspaceId: string; jobId: string; moduleId: string },
): Promise<void> {
  await CHARGE.run(on, job);
}

export type AiCall = {
  capability: AiCapability;
  purpose: ModelCallPurpose;
  credential: Pick<AiCallCredential, 'provider' | 'model' | 'resource'>;
  own: boolean;
  usage: CallUsage;
  outcome: 'ok' | FailureOutcome | 'aborted';
  durationMs: number;
  /** The job that made the call. */
  job?: string | undefined;
  /** Version of the feature's instructions. */
  prompt?: string | undefined;
};

/** SQL expression for the module that a job works for, if any. */
const MODULE_OF_JOB = `
(select case j.destination_kind when 'module' then j.destination_id when 'answer' then
  (select e.module_id from answers a
    join attempts t on t.workspace_id = :workspaceId and t.id = a.attempt_id
    join enrollments e on e.workspace_id = :workspaceId and e.id = t.enrollment_id
    where a.workspace_id = :workspaceId and a.id = j.destination_id) end
  from ai_jobs j where j.workspace_id = :workspaceId and j.id = :jobId::uuid)`;

const INSERT_CALL = `
insert into ai_calls (workspace_id, id, at, capability, purpose, provider, model, own, input_tokens, output_tokens,
  cached_tokens, cache_write_tokens, seconds, reckoned, duration_ms, outcome, cost_usd, cache_saved_usd, flex_saved_usd,
  job_id, module_id, prompt)
values (:workspaceId, :id, :now, :capability, :purpose, :provider, :model, :own, :inputTokens, :outputTokens,
  :cachedTokens, :cacheWriteTokens, :seconds, :reckoned, :durationMs, :outcome, :nanoUsd::bigint / ${NANODOLLARS_PER_USD}::numeric,
  :cacheSavedNanoUsd::bigint / ${NANODOLLARS_PER_USD}::numeric, :flexSavedNanoUsd::bigint / ${NANODOLLARS_PER_USD}::numeric, :jobId::uuid, ${MODULE_OF_JOB}, :prompt::text)`;

const RECORD_CALL = defineStatement({
  name: 'record-ai-call',
  scope: 'tenant',
  unguarded: 'The call has been made, and cost what it cost, whoever asked for it.',
  sql: INSERT_CALL,
});

const RECORD_POOLED_CALL = defineStatement({
  name: 'record-pooled-ai-call',
  scope: 'tenant',
  sql: `with called as (${INSERT_CALL}), ${CHARGE_RESERVATION_CTES} select 1`,
});

/**
 * Writes the key's health at most once a minute, or when it changes, such as when calls succeed or fail again. Does
 * nothing if the key was rotated since. While the key is failing, its last error is kept as the reason.
 */
const RECORD_OWN_CALL = defineStatement({
  name: 'record-own-ai-call',
  scope: 'tenant',
  row: z.strictObject({ failing: z.boolean(), was_troubled: z.boolean() }),
  sql: `
with called as (${INSERT_CALL}), used as (
  update provider_key_health h set
    last_used_at = :now,
    last_verified_at = case when :verified then :now else h.last_verified_at end,
    last_error_at = case when :error::text is null or h.failing_since is not null then h.last_error_at else :now end,
    last_error = case when :error::text is null or h.failing_since is not null then h.last_error else :error::text end
  where h.workspace_id = :workspaceId and h.provider_key_id = :keyId
    and exists (select from provider_keys k where k.workspace_id = :workspaceId and k.id = :keyId
      and k.version = :version)
    and (h.last_used_at is null or h.last_used_at <= :now - interval '1 minute'
      or (:verified and (h.last_verified_at is null or h.last_verified_at <= :now - interval '1 minute'
        or h.last_error_at >= h.last_verified_at))
      or (:error::text is not null and (h.last_error is distinct from :error::text
        or h.last_error_at <= :now - interval '1 minute' or h.last_error_at < h.last_verified_at)))
)
select failing_since is not null and (last_error is distinct from 'no_model_access' or failing_model is null
    or failing_model = :model) as failing, coalesce(last_error_at >= last_verified_at, last_error_at is not null) as was_troubled
from provider_key_health where workspace_id = :workspaceId and provider_key_id = :keyId`,
});

type Recording = Pick<AiContext, 'db' | 'workspace' | 'ai'>;

/** Inserts the usage row of a call, including failed calls (rules/provider-keys 13). */
export async function recordCall(ctx: Recording, call: AiCall): Promise<void> {
  await RECORD_CALL.run(ctx.db.pool, parametersOf(ctx, call));
}

/**
 * Inserts the usage row of a call and settles its reservation in one statement.
 * @param reservation `settled` is the cost of the call in nano-dollars; null if unknown.
 */
export async function recordPooledKeyCall(
  ctx: Recording,
  call: AiCall,
  reservation: { id: string; settled: number | null },
): Promise<void> {
  const { id: reservationId, settled: settledNanoUsd } = reservation;
  await RECORD_POOLED_CALL.run(ctx.db.pool, { ...parametersOf(ctx, call), reservationId, settledNanoUsd });
}

/**
 * Inserts the usage row of a call and updates the own key's health in one statement.
 * @param fares Whether the provider accepted the key, and a temporary error if any.
 * @returns Whether the key is failing, but not if only another model is refused. And whether this call started or ended
 * a series of errors.
 */
export async function recordOwnKeyCall(
  ctx: Recording,
  key: { id: string; version: number },
  call: AiCall,
  fares: { verified: boolean; error: KeyTestOutcome | null },
): Promise<{ failing: boolean; changed: boolean }> {
  const about = { keyId: key.id, version: key.version, verified: fares.verified, error: fares.error };
  const health = await RECORD_OWN_CALL.first(ctx.db.pool, { ...parametersOf(ctx, call), ...about });
  const { failing = false, was_troubled: wasTroubled = false } = health ?? {};
  return { failing, changed: wasTroubled ? fares.verified : fares.error !== null };
}

function parametersOf({ workspace, ai }: Recording, call: AiCall) {
  const { capability, purpose, credential, own, usage, outcome, durationMs, job, prompt } = call;
  const { provider, model } = credential;
  const now = new Date();
  const price = priceOfModel(ai.settings.models, credential);
  const saved = price ? savingsOfCall(price, now, usage) : { caching: 0, flex: 0 };
  return {
    workspaceId: workspace.id,
    id: newId(),
    now,
    capability,
    purpose,
    provider,
    model,
    own,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cachedTokens: usage.cachedTokens ?? 0,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
    seconds: usage.seconds,
    reckoned: usage.reckoned ?? false,
    durationMs: Math.round(durationMs),
    outcome,
    jobId: job ?? null,
    prompt: prompt ?? null,
    nanoUsd: (price && costOfCall(price, now, usage)) ?? null,
    cacheSavedNanoUsd: saved.caching,
    flexSavedNanoUsd: saved.flex,
  };
}
