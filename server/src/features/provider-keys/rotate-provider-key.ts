import type { EntityManager } from '@mikro-orm/postgresql';
import type { RotateProviderKey, ProviderKey } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { defineStatement } from '../../database/statement.ts';
import { entityManager, inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { publish } from '../../platform/live.ts';
import { resumeWaitingJobs } from './resume-waiting-jobs.ts';
import { recordEvent } from '../events/record-event.ts';
import { sealSecret } from '../secrets/sealed-secret.ts';
import { providerKeysTopic, readProviderKey } from './list-provider-keys.ts';
import { undecryptable } from './own-key.ts';
import { isLive, ProviderKeyEntity, type ProviderKeyRow } from './provider-key.entity.ts';
import { credentialWith, openKey, SEALED_KEY } from './sealed-key.ts';
import { keyFacts, keyNotFound, keyRejected, keySubject, verifyKey } from './verify-key.ts';

const REPLACE = defineStatement({
  name: 'replace-provider-key',
  scope: 'tenant',
  sql: `
update provider_keys set key_id = :keyId, sealed = :sealed, version = version + 1, rotated_at = :now, rotated_by_name = :by
where workspace_id = :workspaceId and id = :id and version = :version
returning id`,
});

const RESET_HEALTH = defineStatement({
  name: 'reset-key-health',
  scope: 'tenant',
  sql: `
update provider_key_health
set last_verified_at = :now, last_error_at = null, last_error = null, failing_since = null
where workspace_id = :workspaceId and provider_key_id = :id`,
});

/**
 * Puts a new key in the place of the old one, once the provider has accepted it for the same model: one update, and the
 * next call uses it. Calls under way finish with the old one. Of two who rotate at once, one gets `stale_version`.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`; `provider_key_failed` for a key of
 * Azure that does not open
 */
export async function rotateProviderKey(ctx: AiContext, input: RotateProviderKey): Promise<ProviderKey> {
  const { workspace, actor } = ctx;
  const { id, version } = input;
  const row = await entityManager(ctx).findOne(ProviderKeyEntity, { id });
  if (!row) throw keyNotFound(id);
  if (row.version !== version) throw stale();
  proveAddress(ctx, row);
  const { outcome } = await verifyKey(ctx, credentialWith(row, input.key));
  if (!isLive(outcome)) throw keyRejected(outcome, 'key');

  const vault = { db: ctx.db, keyring: ctx.ai.keyring };
  const { keyId, sealed } = await sealSecret(vault, SEALED_KEY, { ...row, version: version + 1 }, input.key);
  return inTransaction(ctx, async (em) => {
    const now = new Date();
    const named = { workspaceId: workspace.id, id };
    const replaced = await REPLACE.run(em, { ...named, version, keyId, sealed, now, by: actor.name });
    if (replaced === 0) throw (await isThere(em, id)) ? stale() : keyNotFound(id);
    await RESET_HEALTH.run(em, { ...named, now });
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

/**
 * The new key is sent where the row says. With Azure that is an address of somebody's choice: only a key that opens
 * proves that it is the one which was typed in.
 */
function proveAddress({ ai }: AiContext, row: ProviderKeyRow): void {
  if (row.provider !== 'azure_openai') return;
  const opened = openKey(ai.keyring, row);
  if ('reason' in opened) throw undecryptable(ai, row, opened.reason);
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
