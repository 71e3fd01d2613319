import type { CallPurpose } from '@training/shared/ai-usage';
import type { Capability, KeyOutcome } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { read } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { FailureOutcome } from '../../providers/ai/failure.ts';
import { estimateCost } from '../../providers/ai/models.ts';
import type { CallUsage, Credential } from '../../providers/ai/calls.ts';

export const NO_USAGE: CallUsage = { inputTokens: 0, outputTokens: 0, seconds: 0 };

export type AiCall = {
  capability: Capability;
  purpose: CallPurpose;
  credential: Pick<Credential, 'provider' | 'model'>;
  own: boolean;
  usage: CallUsage;
  outcome: 'ok' | FailureOutcome | 'aborted';
  durationMs: number;
};

const INSERT_CALL = `
insert into ai_calls (workspace_id, id, at, capability, purpose, provider, model, own, input_tokens, output_tokens,
  seconds, duration_ms, outcome, cost_usd)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

const RECORD_CALL = { name: 'record-ai-call', text: INSERT_CALL };

/**
 * Its health is written at most once a minute, or when there is something new to say; a rotated key's is left alone.
 * While the key counts as failing, the last error stays the reason of that.
 */
const RECORD_OWN_CALL = {
  name: 'record-own-ai-call',
  text: `
with called as (${INSERT_CALL}), used as (
  update provider_key_health h set
    last_used_at = $3,
    last_verified_at = case when $17 then $3 else h.last_verified_at end,
    last_error_at = case when $18::text is null or h.failing_since is not null then h.last_error_at else $3 end,
    last_error = case when $18::text is null or h.failing_since is not null then h.last_error else $18::text end
  where h.workspace_id = $1 and h.provider_key_id = $15
    and exists (select from provider_keys k where k.workspace_id = $1 and k.id = $15 and k.version = $16)
    and (h.last_used_at is null or h.last_used_at <= $3 - interval '1 minute'
      or ($17 and (h.last_verified_at is null or h.last_verified_at <= $3 - interval '1 minute'))
      or ($18::text is not null and (h.last_error is distinct from $18::text or h.last_error_at <= $3 - interval '1 minute')))
)
select failing_since is not null as failing from provider_key_health where workspace_id = $1 and provider_key_id = $15`,
};

type Recording = Pick<AiContext, 'db' | 'workspace' | 'ai'>;

/** Writes the usage row of a call, failed ones too (rules/provider-keys 13). */
export async function recordCall(ctx: Recording, call: AiCall): Promise<void> {
  await read(ctx.db, RECORD_CALL, valuesOf(ctx, call));
}

/**
 * As `recordCall`, with how the own key fares in the same statement; says whether the key counts as failing.
 * @param fares Whether the provider accepted the key, and an error that may pass.
 */
export async function recordOwnCall(
  ctx: Recording,
  key: { id: string; version: number },
  call: AiCall,
  fares: { verified: boolean; error: KeyOutcome | null },
): Promise<boolean> {
  const values = [...valuesOf(ctx, call), key.id, key.version, fares.verified, fares.error];
  const [health] = await read<{ failing: boolean }>(ctx.db, RECORD_OWN_CALL, values);
  return health?.failing ?? false;
}

function valuesOf({ workspace, ai }: Recording, call: AiCall) {
  const { capability, purpose, credential, own, usage, outcome, durationMs } = call;
  const { provider, model } = credential;
  const cost = estimateCost(ai.settings.models, provider, model, usage) ?? null;
  const what = [capability, purpose, provider, model, own];
  const howMuch = [usage.inputTokens, usage.outputTokens, usage.seconds, Math.round(durationMs), outcome, cost];
  return [workspace.id, newId(), new Date(), ...what, ...howMuch];
}
