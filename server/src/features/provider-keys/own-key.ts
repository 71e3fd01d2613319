import type { AiCapability, ModelTask, AiProvider } from '@training/shared/provider-keys/provider-keys';
import { translatorIn } from '../../core/messages.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AiServices } from '../../core/services.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import type { AiCallCredential } from '../../providers/ai/calls.ts';
import type { KeyTarget, ProviderKeyRow, ModelsByTask } from './provider-key.entity.ts';
import { type KeyVersion, SEALED_KEY_COLUMNS_SQL, SealedKey, type UndecryptableReason } from './sealed-key.ts';

const names = translatorIn('ai-names', 'en');

type Models = Pick<ProviderKeyRow, 'taskModels'> & Pick<KeyTarget, 'model' | 'deployment'>;

/** Credential for a task: with the task's own model or deployment if it has one, else with the key's. */
export function createCredentialForTask(
  credential: AiCallCredential,
  taskModels: ModelsByTask,
  task: ModelTask | undefined,
): AiCallCredential {
  return { ...credential, model: (task && taskModels[task]) ?? credential.model };
}

/** Lists the models or deployments that a key is used with, each once, the key's own first. */
export function listModelsUsedWithKey({ model, deployment, taskModels }: Models): string[] {
  const own = deployment ?? model;
  return [...new Set([...(own ? [own] : []), ...Object.values(taskModels)])];
}

/**
 * The provider refuses the own key: only a rotation, a removal or a successful test helps. Affected jobs are parked.
 */
export class OwnKeyRefusedError extends AppError {
  readonly providerKeyId: string;
  /** The refused version; the key may have been rotated since. */
  readonly version: number;

  constructor(providerKeyId: string, version: number, detail: string) {
    super('provider_key_failed', detail);
    this.providerKeyId = providerKeyId;
    this.version = version;
  }
}

/** Runs for every call and is never cached: a rotation or removal applies to the next call (rules/provider-keys 6). */
export const FIND_OWN_KEY = defineStatement({
  name: 'find-own-provider-key',
  scope: 'tenant',
  row: SealedKey,
  sql: `
select ${SEALED_KEY_COLUMNS_SQL}
from provider_keys k
left join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
where k.workspace_id = :workspaceId and k.capability = :capability`,
});

/** Finds the workspace's own key for `capability`, still encrypted. */
export async function findOwnSealedKey(
  { db, workspace }: Pick<Context, 'db' | 'workspace'>,
  capability: AiCapability,
): Promise<SealedKey | undefined> {
  return FIND_OWN_KEY.first(db.pool, { workspaceId: workspace.id, capability });
}

/** Advice where a new key would be sent to the address in the row, which can't be verified. */
const ADVICE: Partial<Record<AiProvider, string>> = {
  azure_openai: 'remove it, and add it again with its resource and deployment',
  openai_compatible: 'remove it, and add it again with its base URL',
};

/**
 * Logs and returns the error for a key that can't be decrypted. Never fall back to the pooled key: the workspace asked
 * for its own.
 */
export function keyUndecryptableError(
  { log }: Pick<AiServices, 'log'>,
  { id, version, capability, provider, keyId, workspaceId }: KeyVersion & SealedKey,
  reason: UndecryptableReason,
): OwnKeyRefusedError {
  log.error(
    { workspace_id: workspaceId, provider_key_id: id, key_id: keyId, reason },
    'A provider key cannot be decrypted',
  );
  const own = `The workspace’s own key for ${names(`capability.${capability}`)} cannot be decrypted`;
  const advice = ADVICE[provider] ?? 'rotate it';
  return new OwnKeyRefusedError(
    id,
    version,
    reason === 'unknown_key'
      ? `${own} with this server’s keyring: ${advice}, or have the operator restore the keyring.`
      : `${own}: the key, or the provider, resource, deployment or base URL that it is sent to, was changed in the database. ` +
          `It was sent nowhere; tell the operator, and ${advice}.`,
  );
}
