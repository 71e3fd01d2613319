import { UniqueConstraintViolationException } from '@mikro-orm/core';
import {
  AI_PROVIDER_TRAITS,
  type AddProviderKey,
  type AiCapability,
  type KeyTestOutcome,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { translatorIn } from '../../core/messages.ts';
import type { AiContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import type { AiSettings } from '../../providers/ai/ai-settings.ts';
import { assertModelOffered } from './change-model.ts';
import { chooseEndpointFieldToCorrect, modelEndpointFieldsOf } from './model-endpoint-fields.ts';
import { enqueueAiJobResume } from './key-health.ts';
import { recordEvent } from '../events/record-event.ts';
import { sealSecret } from '../secrets/sealed-secret.ts';
import { ProviderKeyHealthEntity, isKeyAccepted, ProviderKeyEntity, type KeyTarget } from './provider-key.entity.ts';
import { providerKeysLiveTopicOf, readProviderKey } from './list-provider-keys.ts';
import { credentialOfKey, SEALED_PROVIDER_KEY_COLUMN } from './sealed-key.ts';
import {
  providerKeyAuditFactsOf,
  keyRejectedError,
  providerKeyAuditSubjectOf,
  adviseOnUnreachableAzure,
  verifyKey,
} from './verify-key.ts';

const names = translatorIn('ai-names', 'en');
const keyTexts = translatorIn('provider-keys', 'en');

const FIND_KEY = defineStatement({
  name: 'find-provider-key-of-capability',
  scope: 'tenant',
  sql: `select id from provider_keys where workspace_id = :workspaceId and capability = :capability`,
});

/**
 * Adds a workspace's own key once the provider has accepted it; calls use it from then on (rules/provider-keys 6).
 * @throws AppError `provider_key_rejected`, `provider_key_exists`
 */
export async function addProviderKey(ctx: AiContext, input: AddProviderKey): Promise<ProviderKey> {
  const { workspace, actor, now } = ctx;
  const { provider } = input;
  const { capability } = AI_PROVIDER_TRAITS[provider];
  const place = placeOf(input, ctx.ai.settings);
  // Check first, so that the key isn't sent to the provider unnecessarily.
  if ((await FIND_KEY.run(ctx.db.pool, { workspaceId: workspace.id, capability })) > 0) throw keyExists(capability);
  const { outcome, advice, form } = await verifyKey(ctx, credentialOfKey({ provider, ...place }, input.key));
  if (!isKeyAccepted(outcome)) throw rejected(input, { outcome, advice }, ctx.ai.settings);

  const id = newId();
  const bound = { workspaceId: workspace.id, id, capability, version: 1 };
  const vault = { db: ctx.db, keyring: ctx.ai.keyring };
  const { keyId, sealed } = await sealSecret(
    vault,
    SEALED_PROVIDER_KEY_COLUMN,
    { ...bound, ...place, provider },
    input.key,
  );
  try {
    return await inTransaction(ctx, async (em) => {
      em.create(ProviderKeyEntity, {
        ...bound,
        ...place,
        hasKey: input.key !== '',
        taskModels: {},
        provider,
        keyId,
        sealed,
        createdAt: now,
        createdByName: actor.name,
      });
      await em.flush();
      const verified = { providerKeyId: id, lastVerifiedAt: new Date(), answerForm: form };
      await em.insert(ProviderKeyHealthEntity, { workspaceId: workspace.id, ...verified });
      await recordEvent(em, ctx, {
        action: 'provider_key.added',
        subject: providerKeyAuditSubjectOf({ id, provider }),
        changes: providerKeyAuditFactsOf({ provider, ...place }),
      });
      await enqueueAiJobResume(em, workspace.id, capability);
      await publishTopics(em, providerKeysLiveTopicOf(workspace.id));
      return readProviderKey(em, workspace.id, id);
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw keyExists(capability);
    throw error;
  }
}

/** @throws AppError `invalid_request` if the model isn't one of the offered ones, or nothing is sent to the endpoint */
function placeOf(input: AddProviderKey, settings: AiSettings): KeyTarget {
  if (input.provider === 'azure_openai') {
    return { model: null, resource: input.resource, deployment: input.deployment };
  }
  if (input.provider === 'openai_compatible')
    return { resource: null, deployment: null, ...modelEndpointFieldsOf(input, settings) };
  const { provider, model } = input;
  assertModelOffered(provider, model, settings);
  return { model, resource: null, deployment: null };
}

/** The error for a rejected key, attached to the form field to change. */
function rejected(
  input: AddProviderKey,
  { outcome, advice }: { outcome: KeyTestOutcome; advice: string },
  { baseUrls }: AiSettings,
): AppError {
  if (input.provider === 'azure_openai' && outcome === 'unreachable') {
    return keyRejectedError(outcome, 'resource', adviseOnUnreachableAzure(input.resource, baseUrls));
  }
  if (input.provider === 'openai_compatible')
    return keyRejectedError(outcome, chooseEndpointFieldToCorrect(outcome), advice);
  const isModel = outcome === 'no_model_access' && advice === keyTexts(`advice.${outcome}`);
  return keyRejectedError(outcome, isModel ? AI_PROVIDER_TRAITS[input.provider].takes : 'key', advice);
}

function keyExists(capability: AiCapability): AppError {
  return new AppError(
    'provider_key_exists',
    `${names(`capability.${capability}`)} already has its own key. Rotate it, or remove it first.`,
  );
}
