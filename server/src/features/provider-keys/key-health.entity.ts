import { defineEntity, p } from '@mikro-orm/core';
import type { AnswerForm } from '@training/shared/provider-keys/model-endpoints';
import type { KeyOutcome } from '@training/shared/provider-keys/provider-keys';

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
    lastError: p.text().$type<KeyOutcome>().nullable(),
    /** AI jobs wait while this is set. */
    failingSince: p.datetime(3).nullable(),
    /** The form of answers that an endpoint is known to accept. */
    answerForm: p.text().$type<AnswerForm>().nullable(),
    /** Model or deployment that was called when the provider refused. */
    failingModel: p.text().nullable(),
  },
});
