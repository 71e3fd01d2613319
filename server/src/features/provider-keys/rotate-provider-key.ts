import type { EntityManager } from '@mikro-orm/postgresql';
import type { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import type {
  ProviderKeyRef,
  ProviderKey,
  RemovedProviderKey,
  RotateProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import type { AiContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../core/transaction.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { simplestOutputModeOf } from '../../providers/ai/output-modes.ts';
import { recordEvent } from '../events/record-event.ts';
import { registerSealedColumn } from '../secrets/sealed-column.ts';
import { sealSecret } from '../secrets/sealed-secret.ts';
import { enqueueAiJobResume } from './key-health.ts';
import { providerKeysLiveTopicOf, readProviderKey } from './list-provider-keys.ts';
import { listModelsUsedWithKey, keyUndecryptableError } from './own-key.ts';
import {
  isKeyAccepted,
  type KeyTarget,
  ProviderKeyEntity,
  ProviderKeyHealthEntity,
  type ProviderKeyRow,
  type ModelsByTask,
} from './provider-key.entity.ts';
import { credentialOfKey, decryptProviderKey, SEALED_PROVIDER_KEY_COLUMN } from './sealed-key.ts';
import {
  providerKeyAuditFactsOf,
  providerKeyNotFoundError,
  keyRejectedError,
  providerKeyAuditSubjectOf,
  verifyKeyForModels,
} from './verify-key.ts';

/**
 * The column of own keys, for the operator's commands. Discarding a lost key removes it, so that calls use the pooled
 * key again.
 */
export const REWRAPPABLE_PROVIDER_KEY_COLUMN = registerSealedColumn(SEALED_PROVIDER_KEY_COLUMN, {
  rewrapped: (row) => ({ action: 'provider_key.rewrapped', subject: providerKeyAuditSubjectOf(row) }),
  discard: removeProviderKey,
});

/**
 * Removes an own key and its health; the next call uses the pooled key if there is one (rules/provider-keys 7). Running
 * calls finish with the removed key.
 * @throws AppError `provider_key_not_found`
 */
export function removeProviderKey(ctx: Context, { id }: ProviderKeyRef): Promise<RemovedProviderKey> {
  const { workspace } = ctx;
  return inTransaction(ctx, async (em) => {
    const named = { workspaceId: workspace.id, id };
    const removed = await em.findOne(ProviderKeyEntity, named);
    // Of two that remove it at once, one does.
    if (!removed || (await em.nativeDelete(ProviderKeyEntity, named)) === 0) throw providerKeyNotFoundError(id);
    await recordEvent(em, ctx, {
      action: 'provider_key.removed',
      subject: providerKeyAuditSubjectOf(removed),
      changes: providerKeyAuditFactsOf(removed),
    });
    await enqueueAiJobResume(em, workspace.id, removed.capability);
    await publishTopics(em, providerKeysLiveTopicOf(workspace.id));
    return { id, capability: removed.capability };
  });
}

/**
 * Replaces the key with a new one, once the provider has accepted it for the same models. The next call uses it;
 * running calls finish with the old one. If two users rotate at once, one gets `stale_version`.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`; `provider_key_failed` for an
 * Azure or endpoint key that can't be decrypted
 */
export async function rotateProviderKey(ctx: AiContext, { id, version, key }: RotateProviderKey): Promise<ProviderKey> {
  const row = await readKeyAtVersion(ctx, id, version);
  proveAddress(ctx, row);
  const verified = listModelsUsedWithKey(row);
  const { outcome, advice, model, form } = await verifyKeyForModels(ctx, credentialOfKey(row, key), verified);
  if (!isKeyAccepted(outcome))
    throw keyRejectedError(outcome, 'key', verified.length > 1 ? `${model}: ${advice}` : advice);
  const place = { hasKey: true };
  return replaceKey(ctx, row, {
    action: 'provider_key.rotated',
    key,
    place,
    verified,
    form,
    changes: providerKeyAuditFactsOf(row),
  });
}

/**
 * Verifies the address that the new key will be sent to. With Azure and endpoints, users choose the address: only a
 * stored key that can be decrypted proves that the address wasn't changed.
 */
function proveAddress({ ai }: AiContext, row: ProviderKeyRow): void {
  if (row.provider !== 'azure_openai' && row.provider !== 'openai_compatible') return;
  const opened = decryptProviderKey(ai.keyring, row);
  if ('reason' in opened) throw keyUndecryptableError(ai, row, opened.reason);
}

/** Reads the key in the version that the caller has seen. @throws AppError `provider_key_not_found`, `stale_version` */
export async function readKeyAtVersion(ctx: AiContext, id: string, version: number): Promise<ProviderKeyRow> {
  const row = await createWorkspaceEntityManager(ctx).findOne(ProviderKeyEntity, { id });
  if (!row) throw providerKeyNotFoundError(id);
  if (row.version !== version) throw stale();
  return row;
}

type Replacement = {
  action: 'provider_key.rotated' | 'provider_key.model_changed' | 'provider_key.endpoint_changed';
  /** The key accepted by the provider. */
  key: string;
  /** Target that it is used for from now on. */
  place: Partial<KeyTarget> & { hasKey?: boolean; taskModels?: ModelsByTask };
  /** The models that the provider accepted with the key. */
  verified: readonly string[];
  /** The form of answers that an endpoint accepts with them. */
  form: StructuredOutputMode | null;
  changes: Record<string, unknown>;
};

/**
 * Replaces the key of `row` with an accepted one, in one update: the next call uses it, and running calls finish with
 * the old one. Waiting jobs resume.
 * @throws AppError `provider_key_not_found`, `stale_version`
 */
export async function replaceKey(
  ctx: AiContext,
  row: ProviderKeyRow,
  { action, key, place, verified, form, changes }: Replacement,
): Promise<ProviderKey> {
  const { workspace, actor } = ctx;
  const { id, version } = row;
  const vault = { db: ctx.db, keyring: ctx.ai.keyring };
  const { keyId, sealed } = await sealSecret(
    vault,
    SEALED_PROVIDER_KEY_COLUMN,
    { ...row, ...place, version: version + 1 },
    key,
  );
  return inTransaction(ctx, async (em) => {
    const now = new Date();
    const rotation = action === 'provider_key.rotated' && { rotatedAt: now, rotatedByName: actor.name };
    const replaced = await em.nativeUpdate(
      ProviderKeyEntity,
      { workspaceId: workspace.id, id, version },
      { keyId, sealed, ...place, version: version + 1, ...rotation },
    );
    if (replaced === 0) throw (await isThere(em, id)) ? stale() : providerKeyNotFoundError(id);
    const health = { workspaceId: workspace.id, providerKeyId: id };
    const { lastError, failingModel, answerForm } = await em.findOneOrFail(ProviderKeyHealthEntity, health);
    const unproven = listModelsUsedWithKey({ ...row, ...place }).filter((each) => !verified.includes(each));
    // The key was known to work; the model that it may not use is still used.
    const isStillRefused = lastError === 'no_model_access' && failingModel && unproven.includes(failingModel);
    await em.nativeUpdate(ProviderKeyHealthEntity, health, {
      lastVerifiedAt: now,
      answerForm: simplestOutputModeOf(form, unproven.length > 0 ? (answerForm ?? null) : null),
      ...(!isStillRefused && { lastErrorAt: null, lastError: null, failingSince: null, failingModel: null }),
    });
    await recordEvent(em, ctx, { action, subject: providerKeyAuditSubjectOf(row), changes });
    await enqueueAiJobResume(em, workspace.id, row.capability);
    await publishTopics(em, providerKeysLiveTopicOf(workspace.id));
    return readProviderKey(em, workspace.id, id);
  });
}

async function isThere(em: EntityManager, id: string): Promise<boolean> {
  return (await em.count(ProviderKeyEntity, { id })) > 0;
}

function stale(): AppError {
  return new AppError(
    'stale_version',
    'Someone else changed this key. Reload the page, and try again if it’s still needed.',
  );
}
