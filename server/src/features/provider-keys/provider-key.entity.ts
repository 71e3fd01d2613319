import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { AiCapability, KeyTestOutcome, ModelTask, AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';

/** Health of a key. Stored in a separate row, so that calls don't wait for a rotation. */
export const ProviderKeyHealthEntity = defineEntity({
  name: 'ProviderKeyHealth',
  tableName: 'provider_key_health',
  properties: {
    workspaceId: p.uuid().primary(),
    providerKeyId: p.uuid().primary(),
    lastVerifiedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    lastErrorAt: p.datetime(3).nullable(),
    lastError: p.text().$type<KeyTestOutcome>().nullable(),
    /** AI jobs wait while this is set. */
    failingSince: p.datetime(3).nullable(),
    /** The form of answers that an endpoint is known to accept. */
    answerForm: p.text().$type<StructuredOutputMode>().nullable(),
    /** Model or deployment that was called when the provider refused. */
    failingModel: p.text().nullable(),
  },
});

/** The model, or the deployment with Azure, of each task that doesn't use the key's own. */
export type ModelsByTask = Partial<Record<ModelTask, string>>;

export const ProviderKeyEntity = defineEntity({
  name: 'ProviderKey',
  tableName: 'provider_keys',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    capability: p.text().$type<AiCapability>(),
    provider: p.text().$type<AiProvider>(),
    /** Null if a resource and a deployment are set instead. */
    model: p.text().nullable(),
    resource: p.text().nullable(),
    deployment: p.text().nullable(),
    /** Set, as the next two, for an endpoint of the workspace's own. */
    endpointName: p.text().nullable(),
    /** Without trailing slash. */
    baseUrl: p.text().nullable(),
    /** Size of the model's context window. */
    contextTokens: p.integer().nullable(),
    /** False for an endpoint that needs no key; `sealed` is then the empty text, which binds its address. */
    hasKey: p.boolean().default(true),
    /** Models of tasks that don't use the key's; deployments of the same resource with Azure. */
    taskModels: p.json<ModelsByTask>(),
    /** Id of the keyring's key that encrypted it. */
    keyId: p.text(),
    /** Encrypted key: a `sealed_secret`, AES-256-GCM; see `sealing.ts`. Never leaves the server. */
    sealed: p.blob(),
    version: p.integer(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    rotatedAt: p.datetime(3).nullable(),
    rotatedByName: p.text().nullable(),
  },
});
export type ProviderKeyRow = InferEntity<typeof ProviderKeyEntity>;

/** The model, or the deployment and its resource, or the endpoint, that a key is used with. */
export type KeyTarget = Pick<ProviderKeyRow, 'model' | 'resource' | 'deployment'> & ModelEndpointFields;

/** Fields of an endpoint; null or absent for other providers. */
export type ModelEndpointFields = Partial<Pick<ProviderKeyRow, 'endpointName' | 'baseUrl' | 'contextTokens'>>;

/** Outcomes that mean that the provider refuses the key. */
export type KeyRefusalOutcome = Extract<KeyTestOutcome, 'invalid_key' | 'no_model_access' | 'quota_exhausted'>;

/** Returns true if the provider accepts the key; a rate limit implies that (rules/provider-keys 3). */
export function isKeyAccepted(outcome: KeyTestOutcome): boolean {
  return outcome === 'live' || outcome === 'rate_limited';
}

/** Returns true if the provider refuses the key, so that retrying can't help. */
export function isKeyRefusal(outcome: string): outcome is KeyRefusalOutcome {
  return outcome === 'invalid_key' || outcome === 'no_model_access' || outcome === 'quota_exhausted';
}
