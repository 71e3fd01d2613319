import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { Capability, Provider } from '@training/shared/provider-keys';

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
    /** The key of the keyring that it is sealed under. */
    keyId: p.text(),
    /** AES-256-GCM; see `sealing.ts`. Never leaves the server. */
    sealed: p.blob(),
    version: p.integer(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    rotatedAt: p.datetime(3).nullable(),
    rotatedByName: p.text().nullable(),
  },
});
export type ProviderKeyRow = InferEntity<typeof ProviderKeyEntity>;
