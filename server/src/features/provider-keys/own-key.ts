import { CAPABILITIES, type Capability } from '@training/shared/provider-keys';
import type { AiServices, Context } from '../../context.ts';
import { defineStatement } from '../../database/statement.ts';
import { AppError } from '../../errors.ts';
import type { KeyVersion } from './health/key-health.ts';
import { SealedKey } from './sealed-key.ts';

/**
 * The own key was refused: nothing but a rotation, a removal or a test that finds it live will help. Work that meets it
 * is parked.
 */
export class OwnKeyRefused extends AppError {
  readonly providerKeyId: string;
  /** The version that was refused; a rotation may have put another in its place meanwhile. */
  readonly version: number;

  constructor(providerKeyId: string, version: number, detail: string) {
    super('provider_key_failed', detail);
    this.providerKeyId = providerKeyId;
    this.version = version;
  }
}

/**
 * Read at every call and never cached: a rotation or a removal counts for the very next one (rules/provider-keys 6).
 */
export const FIND_OWN_KEY = defineStatement({
  name: 'find-own-provider-key',
  scope: 'tenant',
  row: SealedKey,
  sql: `
select workspace_id as "workspaceId", id, capability, provider, model, resource, deployment, key_id as "keyId", sealed, version
from provider_keys where workspace_id = :workspaceId and capability = :capability`,
});

/** The key of its own that the workspace uses for `capability` at this moment, still sealed. */
export async function findOwnKey(
  { db, workspace }: Pick<Context, 'db' | 'workspace'>,
  capability: Capability,
): Promise<SealedKey | undefined> {
  return FIND_OWN_KEY.first(db.pool, { workspaceId: workspace.id, capability });
}

/** Never a reason to use the pooled key: the workspace asked for its own. */
export function undecryptable(
  { log }: Pick<AiServices, 'log'>,
  { id, version, capability, keyId, workspaceId }: KeyVersion & SealedKey,
): OwnKeyRefused {
  log.error({ workspace_id: workspaceId, provider_key_id: id, key_id: keyId }, 'A provider key cannot be decrypted');
  return new OwnKeyRefused(
    id,
    version,
    `The workspace’s own key for ${CAPABILITIES[capability].label} cannot be decrypted with this server’s keyring: ` +
      'rotate it, or have the operator restore the keyring.',
  );
}
