import { defineEntity, p } from '@mikro-orm/core';
import type { KeyOutcome } from '@training/shared/provider-keys';

/** How a key fares: beside its row, so that calls do not wait for a rotation. */
export const ProviderKeyHealthEntity = defineEntity({
  name: 'ProviderKeyHealth',
  tableName: 'provider_key_health',
  properties: {
    workspaceId: p.uuid().primary(),
    providerKeyId: p.uuid().primary(),
    lastVerifiedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    lastErrorAt: p.datetime(3).nullable(),
    lastError: p.text().$type<KeyOutcome>().nullable(),
    /** While it is set, AI jobs wait. */
    failingSince: p.datetime(3).nullable(),
  },
});
