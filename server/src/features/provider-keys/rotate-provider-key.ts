import type { EntityManager } from '@mikro-orm/postgresql';
import type { RotateProviderKey, ProviderKey } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { entityManager, inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { publish } from '../../platform/live.ts';
import { resumeWaitingJobs } from './resume-waiting-jobs.ts';
import { recordEvent } from '../events/record-event.ts';
import { sealSecret } from '../secrets/sealed-secret.ts';
import { providerKeysTopic, readProviderKey } from './list-provider-keys.ts';
import { isLive, ProviderKeyEntity } from './provider-key.entity.ts';
import { credentialWith, SEALED_KEY } from './sealed-key.ts';
import { keyFacts, keyNotFound, keyRejected, keySubject, verifyKey } from './verify-key.ts';

const REPLACE = `
update provider_keys set key_id = $4, sealed = $5, version = version + 1, rotated_at = $6, rotated_by_name = $7
where workspace_id = $1 and id = $2 and version = $3
returning id`;

const RESET_HEALTH = `
update provider_key_health
set last_verified_at = $3, last_error_at = null, last_error = null, failing_since = null
where workspace_id = $1 and provider_key_id = $2`;

/**
 * Puts a new key in the place of the old one, once the provider has accepted it for the same model: one update, and the
 * next call uses it. Calls under way finish with the old one. Of two who rotate at once, one gets `stale_version`.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`
 */
export async function rotateProviderKey(ctx: AiContext, input: RotateProviderKey): Promise<ProviderKey> {
  const { workspace, actor } = ctx;
  const { id, version } = input;
  const row = await entityManager(ctx).findOne(ProviderKeyEntity, { id });
  if (!row) throw keyNotFound(id);
  if (row.version !== version) throw stale();
  const { outcome } = await verifyKey(ctx, credentialWith(row, input.key));
  if (!isLive(outcome)) throw keyRejected(outcome, 'key');

  const vault = { db: ctx.db, keyring: ctx.ai.keyring };
  const { keyId, sealed } = await sealSecret(vault, SEALED_KEY, { ...row, version: version + 1 }, input.key);
  return inTransaction(ctx, async (em) => {
    const now = new Date();
    const replaced = await execute(em, REPLACE, [workspace.id, id, version, keyId, sealed, now, actor.name]);
    if (replaced.length === 0) throw (await isThere(em, id)) ? stale() : keyNotFound(id);
    await execute(em, RESET_HEALTH, [workspace.id, id, now]);
    await recordEvent(em, ctx, {
      action: 'provider_key.rotated',
      subject: keySubject(row),
      changes: keyFacts(row),
    });
    await resumeWaitingJobs(em, workspace.id, row.capability);
    await publish(em, providerKeysTopic(workspace.id));
    return readProviderKey(em, workspace.id, id);
  });
}

async function isThere(em: EntityManager, id: string): Promise<boolean> {
  return (await em.count(ProviderKeyEntity, { id })) > 0;
}

function stale(): AppError {
  return new AppError(
    'stale_version',
    'Somebody has rotated this key meanwhile; reload the page, and rotate again if it is still needed.',
  );
}
