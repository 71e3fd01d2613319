import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Capability, KeyOutcome, Provider } from '@training/shared/provider-keys';

export const ProviderKeyEntity = defineEntity({
  name: 'ProviderKey',
  tableName: 'provider_keys',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    capability: p.text().$type<Capability>(),
    provider: p.text().$type<Provider>(),
    /** Null where a resource and a deployment are named instead. */
    model: p.text().nullable(),
    resource: p.text().nullable(),
    deployment: p.text().nullable(),
    /** Which key of the keyring has sealed it. */
    keyId: p.text(),
    /** A `sealed_secret`, AES-256-GCM; see `sealing.ts`. Never leaves the server. */
    sealed: p.blob(),
    version: p.integer(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    rotatedAt: p.datetime(3).nullable(),
    rotatedByName: p.text().nullable(),
  },
});
export type ProviderKeyRow = InferEntity<typeof ProviderKeyEntity>;

/** What a key is used with: a model, or a deployment in a resource. */
export type KeyPlace = Pick<ProviderKeyRow, 'model' | 'resource' | 'deployment'>;

/** What a call can say of a key. */
export type Refusal = Extract<KeyOutcome, 'invalid_key' | 'no_model_access' | 'quota_exhausted'>;

/** Whether the provider accepts the key; a limit says that it does (rules/provider-keys 3). */
export function isLive(outcome: KeyOutcome): boolean {
  return outcome === 'live' || outcome === 'rate_limited';
}

/** Whether the provider refuses the key, so that asking again does not help. */
export function isRefusal(outcome: string): outcome is Refusal {
  return outcome === 'invalid_key' || outcome === 'no_model_access' || outcome === 'quota_exhausted';
}
