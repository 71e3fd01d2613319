import type { ModelCallPurpose } from '@training/shared/ai-usage/ai-usage';
import type { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import { type AiCapability, type ModelTask, AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';
import { translatorIn } from '../../../core/messages.ts';
import type { AiContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { addOutputModeListener } from '../../../providers/ai/output-modes.ts';
import { type CallUsage, type AiCallCredential, ZERO_CALL_USAGE } from '../../../providers/ai/calls.ts';
import { AiProviderError } from '../../../providers/ai/failure.ts';
import { costOfCall } from '../../../providers/ai/prices.ts';
import { type AiCall, recordOwnKeyCall, recordPooledKeyCall } from '../../ai-usage/record-call.ts';
import { releaseBudget, reserveBudget } from '../../ai-usage/reserve-budget.ts';
import {
  createAiFeaturesActorContext,
  saveOutputMode,
  markKeyAccepted,
  markKeyFailing,
  decryptKeyOrMarkFailing,
} from '../../provider-keys/key-health.ts';
import { providerKeysLiveTopicOf } from '../../provider-keys/list-provider-keys.ts';
import { createCredentialForTask, findOwnSealedKey, OwnKeyRefusedError } from '../../provider-keys/own-key.ts';
import { isKeyRefusal } from '../../provider-keys/provider-key.entity.ts';
import type { SealedKey } from '../../provider-keys/sealed-key.ts';
import { adviseOnKeyOutcome } from '../../provider-keys/verify-key.ts';
import type { ProviderCall } from './call.ts';
import { assertCredentialNotPaused, pauseKeyOfOwnCredential, pauseKeyOfPooledCredential } from './credential-pause.ts';

const names = translatorIn('ai-names', 'en');

type CallContext = Pick<AiContext, 'db' | 'workspace' | 'ai'>;
type Use = {
  capability: AiCapability;
  purpose: ModelCallPurpose;
  /** Chooses the model of an own key; absent for speech. */
  task?: ModelTask | undefined;
} & Pick<AiCall, 'job' | 'prompt'>;

/**
 * Makes one call with the key that the workspace currently uses for `capability`: its own if configured, and then never
 * the pooled one (rules/provider-keys 8). Records the usage and the key's health.
 * @throws AppError `ai_not_configured`, `ai_budget_exhausted`, `ai_model_unpriced` · OwnKeyRefusedError ·
 * AiProviderError for temporary failures, bad answers and refused pooled keys · CredentialPausedError before anything
 * is sent
 */
export async function callProviderWithCurrentKey<T>(ctx: CallContext, use: Use, call: ProviderCall<T>): Promise<T> {
  const own = await findOwnSealedKey(ctx, use.capability);
  return own ? withOwnKey(ctx, use, own, call) : withPooledKey(ctx, use, call);
}

async function withOwnKey<T>(ctx: CallContext, use: Use, own: SealedKey, call: ProviderCall<T>): Promise<T> {
  const opened = await decryptKeyOrMarkFailing(createAiFeaturesActorContext(ctx), ctx.ai, own);
  const credential = createCredentialForTask(opened, own.taskModels, use.task);
  const { model } = credential;
  const ended = await assertCredentialNotPaused(ctx.db, pauseKeyOfOwnCredential(own, model));
  const askedAt = new Date();
  let form: StructuredOutputMode | undefined;
  const asked = addOutputModeListener(credential, (found) => (form = found));
  const { result, error, record } = await attempt(use, asked, true, call);
  if (form) await saveOutputMode(createAiFeaturesActorContext(ctx), own, form);
  await ended(error);
  const passing = record.outcome === 'rate_limited' || record.outcome === 'unreachable' ? record.outcome : null;
  const fares = { verified: record.outcome === 'ok', error: passing };
  const { failing, changed } = await recordOwnKeyCall(ctx, own, record, fares);
  if (changed) await publishTopics(ctx.db.pool, providerKeysLiveTopicOf(ctx.workspace.id));
  if (isKeyRefusal(record.outcome)) {
    await markKeyFailing(createAiFeaturesActorContext(ctx), own, record.outcome, model);
    throw new OwnKeyRefusedError(
      own.id,
      own.version,
      `${names(`capability.${use.capability}`)} uses the workspace’s own key for ${AI_PROVIDER_TRAITS[own.provider].label}, ` +
        `and it is refused${model === opened.model ? '' : ` for the model ${model}`}. ` +
        adviseOnKeyOutcome(record.outcome, detailOf(error), own.provider),
    );
  }
  if (!result) throw error;
  if (failing) await markKeyAccepted(createAiFeaturesActorContext(ctx), own, askedAt);
  return result.value;
}

async function withPooledKey<T>(ctx: CallContext, use: Use, call: ProviderCall<T>): Promise<T> {
  const pooled = ctx.ai.settings.pooled[use.capability];
  if (!pooled) {
    throw new AppError(
      'ai_not_configured',
      `There is no key for ${names(`capability.${use.capability}`)}. A super admin can add a provider key under Settings.`,
    );
  }
  call.signal?.throwIfAborted();
  const ended = await assertCredentialNotPaused(ctx.db, pauseKeyOfPooledCredential(pooled));
  const reservation = await reserveBudget(ctx, { ...use, credential: pooled, most: call.most });
  if (call.signal?.aborted) await releaseBudget(ctx, reservation);
  call.signal?.throwIfAborted();
  const { result, error, record, known } = await attempt(use, pooled, false, call);
  await ended(error);
  const { price, at } = reservation;
  const cost = known && price && costOfCall(price, at, known);
  await recordPooledKeyCall(ctx, record, { id: reservation.id, settled: cost ?? null });
  if (isKeyRefusal(record.outcome)) {
    // The workspace can't fix this, but the operator can.
    const { outcome } = record;
    const fields = { capability: use.capability, provider: pooled.provider, outcome, reason: detailOf(error) };
    ctx.ai.log.error(fields, 'The pooled key is refused');
  }
  if (!result) throw error;
  return result.value;
}

const detailOf = (error: unknown) => (error instanceof AiProviderError ? error.about : undefined);

type Attempt<T> = {
  result: { value: T } | undefined;
  error: unknown;
  record: AiCall;
  /** Usage if known; zeros if the provider doesn't charge for the failure. */
  known: CallUsage | undefined;
};

/**
 * Makes the call and records its outcome. Errors that aren't provider failures, such as a cancelled job's signal, count
 * as `aborted`.
 */
async function attempt<T>(
  use: Use,
  credential: AiCallCredential,
  own: boolean,
  call: ProviderCall<T>,
): Promise<Attempt<T>> {
  const started = performance.now();
  let spent: CallUsage | undefined;
  const recordOf = (outcome: AiCall['outcome'], usage: CallUsage): AiCall => {
    return { ...use, credential, own, usage, outcome, durationMs: performance.now() - started };
  };
  try {
    const { value, usage } = await call.make(credential, (given) => (spent = given));
    return { result: { value }, error: undefined, record: recordOf('ok', usage), known: usage };
  } catch (error) {
    const failure = error instanceof AiProviderError ? error : undefined;
    const known = failure ? failure.usage : spent;
    return {
      result: undefined,
      error,
      record: recordOf(failure?.outcome ?? 'aborted', known ?? ZERO_CALL_USAGE),
      known,
    };
  }
}
