import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  FORMER_SECRET_VALID_HOURS,
  type RolledWebhookSecret,
  type RollWebhookSecret,
} from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordEvent } from '../../events/record-event.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { SEALED_WEBHOOK_SECRET_COLUMN } from '../sealed-webhook-secret.ts';
import { WebhookSecretEntity, webhooksLiveTopicOf, webhookAuditSubjectOf } from '../webhook-endpoint.entity.ts';
import { getWebhookFields, lockWebhook, type WebhookContext } from './find-webhook.ts';
import { getWebhook } from './read-webhooks.ts';

/** Bytes of a secret. Standard Webhooks requires 24 to 64. */
const BYTES = 32;

/** A secret that isn't stored yet. Its text is shown once; only the encrypted form is stored. */
type NewSecret = { text: string; store(em: EntityManager, now: Date): Promise<void> };

/**
 * Generates a secret for an endpoint, encrypted and bound to it.
 * @throws KeyringError if the keyring can't be used
 */
export async function createSealedEndpointSecret(
  ctx: WebhookContext,
  endpointId: string,
  version: number,
): Promise<NewSecret> {
  const text = `whsec_${randomBytes(BYTES).toString('base64')}`;
  const row = { workspaceId: ctx.workspace.id, id: newId(), endpointId, version };
  const { keyId, sealed } = await sealSecret(
    { db: ctx.db, keyring: ctx.ai.keyring },
    SEALED_WEBHOOK_SECRET_COLUMN,
    row,
    text,
  );
  return {
    text,
    store: async (em, now) => void (await em.insert(WebhookSecretEntity, { ...row, keyId, sealed, createdAt: now })),
  };
}

const NEWEST = defineStatement({
  name: 'newest-webhook-secret',
  scope: 'tenant',
  row: z.strictObject({ version: z.int() }),
  sql: `
select coalesce(max(version), 0)::integer as version from webhook_secrets
where workspace_id = :workspaceId and endpoint_id = :id`,
});

/**
 * Creates a new secret for an endpoint. Both sign for a day, so that receivers can verify with either one
 * (rules/webhooks 5). With `end_former`, for a leaked secret, the former one ends at once.
 * @throws AppError `webhook_not_found`; `stale_version` if another request rolled it at the same time
 */
export async function rollSecret(
  ctx: WebhookContext,
  { id, end_former }: RollWebhookSecret,
): Promise<RolledWebhookSecret> {
  const workspaceId = ctx.workspace.id;
  await getWebhookFields(ctx.db.pool, workspaceId, id);
  const version = await newest(ctx.db.pool, workspaceId, id);
  const secret = await createSealedEndpointSecret(ctx, id, version + 1);
  const endpoint = await inTransaction(ctx, async (em) => {
    const locked = await lockWebhook(em, workspaceId, id);
    if ((await newest(em, workspaceId, id)) !== version) throw rolledMeanwhile();
    const now = new Date();
    await endFormer(em, { workspaceId, endpointId: id }, version, now, end_former ? 0 : FORMER_SECRET_VALID_HOURS);
    await secret.store(em, now);
    const changes = { former: end_former ? 'ended at once' : `valid for ${FORMER_SECRET_VALID_HOURS} hours` };
    await recordEvent(em, ctx, { action: 'webhook.secret_rolled', subject: webhookAuditSubjectOf(locked), changes });
    await publishTopics(em, webhooksLiveTopicOf(workspaceId));
    return getWebhook(em, workspaceId, id);
  });
  return { endpoint, secret: secret.text };
}

/** Limits the newest secret's validity to the given hours, unless it ends earlier. Deletes older ones. */
async function endFormer(
  em: EntityManager,
  of: { workspaceId: string; endpointId: string },
  version: number,
  now: Date,
  hours: number,
): Promise<void> {
  const isKept = hours > 0;
  await em.nativeDelete(WebhookSecretEntity, { ...of, ...(isKept && { version: { $lt: version } }) });
  if (!isKept) return;
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  const lasts = { $or: [{ expiresAt: null }, { expiresAt: { $gt: expiresAt } }] };
  await em.nativeUpdate(WebhookSecretEntity, { ...of, version, ...lasts }, { expiresAt });
}

async function newest(on: StatementRunner, workspaceId: string, id: string): Promise<number> {
  return (await NEWEST.one(on, { workspaceId, id })).version;
}

function rolledMeanwhile(): AppError {
  return new AppError(
    'stale_version',
    'Someone else has just rolled this secret. Reload the page, and roll again if it’s still needed.',
  );
}
