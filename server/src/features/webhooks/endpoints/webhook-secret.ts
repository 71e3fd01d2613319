import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../../platform/ids.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { WebhookSecretEntity } from '../webhook-secret.entity.ts';
import { WEBHOOK_SECRET } from '../sealed-webhook-secret.ts';
import type { WebhookContext } from './webhook-context.ts';

/** Bytes of a secret. Standard Webhooks requires 24 to 64. */
const BYTES = 32;

/** A secret that isn't stored yet. Its text is shown once; only the encrypted form is stored. */
type NewSecret = { text: string; store(em: EntityManager, now: Date): Promise<void> };

/**
 * Generates a secret for an endpoint, encrypted and bound to it.
 * @throws KeyringError if the keyring can't be used
 */
export async function newSecret(ctx: WebhookContext, endpointId: string, version: number): Promise<NewSecret> {
  const text = `whsec_${randomBytes(BYTES).toString('base64')}`;
  const row = { workspaceId: ctx.workspace.id, id: newId(), endpointId, version };
  const { keyId, sealed } = await sealSecret({ db: ctx.db, keyring: ctx.ai.keyring }, WEBHOOK_SECRET, row, text);
  return {
    text,
    store: async (em, now) => void (await em.insert(WebhookSecretEntity, { ...row, keyId, sealed, createdAt: now })),
  };
}
