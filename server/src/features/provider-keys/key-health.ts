import type { EntityManager } from '@mikro-orm/postgresql';
import { Id } from '@training/shared/primitives';
import type { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import {
  type AiCapability,
  type KeyTestOutcome,
  AiProvider,
  AI_PROVIDER_TRAITS,
} from '@training/shared/provider-keys/provider-keys';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { createSystemContextFields, type Context, type TaskServices } from '../../core/context.ts';
import type { AiServices } from '../../core/services.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import type { AiCallCredential } from '../../providers/ai/calls.ts';
import { recordEvent } from '../events/record-event.ts';
import { providerKeysLiveTopicOf } from './list-provider-keys.ts';
import { isKeyAccepted, type KeyRefusalOutcome, ProviderKeyHealthEntity } from './provider-key.entity.ts';
import { keyUndecryptableError } from './own-key.ts';
import { decryptProviderKey, SEALED_KEY_COLUMNS_SQL, SealedKey, type KeyVersion } from './sealed-key.ts';
import { providerKeyAuditFactsOf, providerKeyAuditSubjectOf, verifyKey } from './verify-key.ts';

/** Hourly, because there is no event when a quota is raised or renewed. */
export const RECHECK_SPENT_KEYS_CRONTAB = '37 * * * * ask_spent_keys';

const SpentKey = z.strictObject({ workspace_id: Id, provider_key_id: Id });

/** Enqueues one job per key, so that an unresponsive provider doesn't delay the others. */
const ASK_EACH = defineStatement({
  name: 'recheck-spent-keys',
  scope: 'cross_tenant',
  sql: `
select graphile_worker.add_job('ask_spent_key',
  json_build_object('workspace_id', k.workspace_id, 'provider_key_id', k.id),
  max_attempts := 1, job_key := concat('spent_key:', k.id))
from provider_keys k
join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
where h.failing_since is not null and h.last_error = 'quota_exhausted' and ${runsBackgroundWorkSql('k.workspace_id')} and exists (
  select from ai_jobs j where j.workspace_id = k.workspace_id and j.capability = k.capability and j.state = 'parked')`,
});

const FIND_SPENT = defineStatement({
  name: 'find-spent-key',
  scope: 'tenant',
  row: SealedKey.extend({ slug: z.string(), name: z.string() }),
  sql: `
select ${SEALED_KEY_COLUMNS_SQL}, w.slug, w.name
from provider_keys k join workspaces w on w.id = k.workspace_id
left join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
where k.workspace_id = :workspaceId and k.id = :id`,
});

/** Retests keys with exhausted quotas while jobs wait for them; if a key is accepted, its jobs resume. */
export function createRecheckSpentKeysTasks({ db, ai }: Pick<TaskServices, 'db' | 'ai'>): TaskList {
  return {
    ask_spent_keys: async () => void (await ASK_EACH.run(db.pool)),
    async ask_spent_key(payload) {
      const { workspace_id: workspaceId, provider_key_id: id } = SpentKey.parse(payload);
      const found = await FIND_SPENT.first(db.pool, { workspaceId, id });
      const opened = found && decryptProviderKey(ai.keyring, found);
      if (!opened || 'reason' in opened) return;
      const ctx = createAiFeaturesActorContext({
        db,
        workspace: { id: workspaceId, slug: found.slug, name: found.name },
      });
      const askedAt = new Date();
      const { outcome } = await verifyKey({ ...ctx, ai }, opened.credential);
      if (isKeyAccepted(outcome)) await markKeyAccepted(ctx, found, askedAt);
    },
  };
}

const ADD = defineStatement({
  name: 'add-resume-ai-jobs',
  scope: 'tenant',
  sql: `
select 1 from graphile_worker.add_job('resume_ai_jobs',
  json_build_object('workspace_id', :workspaceId::text, 'capability', :capability::text))`,
});

/**
 * Enqueues the job that resumes the AI jobs waiting for a key of this capability, after the commit. Call it in the
 * transaction that changes which key they use or makes it work again, with the key's row locked, changed or deleted: a
 * job about to be parked checks that row first.
 */
export async function enqueueAiJobResume(
  em: EntityManager,
  workspaceId: string,
  capability: AiCapability,
): Promise<void> {
  await ADD.run(em, { workspaceId, capability });
}

/** Reason why a key is failing: the provider refuses it, or this server can't decrypt it. */
export type KeyFailingReason = KeyRefusalOutcome | 'undecryptable';

const Held = z.strictObject({
  id: z.uuid(),
  provider: AiProvider,
  model: z.string().nullable(),
  resource: z.string().nullable(),
  deployment: z.string().nullable(),
  endpointName: z.string().nullable(),
  baseUrl: z.string().nullable(),
});

/** Locks the key row first, as rotating, removing and parking do, so that each sees the others' changes. */
const LOCK = defineStatement({
  name: 'lock-provider-key-version',
  scope: 'tenant',
  row: Held,
  sql: `
select id, provider, model, resource, deployment, endpoint_name as "endpointName", base_url as "baseUrl" from provider_keys
where workspace_id = :workspaceId and id = :id and version = :version for no key update`,
});

/** Enqueues one job per recipient, so that a retry after a failed address doesn't mail the others again. */
const NOTIFY_SUPER_ADMINS = defineStatement({
  name: 'notify-super-admins-of-key',
  scope: 'tenant',
  sql: `
select graphile_worker.add_job(
  'mail_failing_key',
  json_build_object('workspace_id', workspace_id, 'provider_key_id', :id::uuid, 'user_id', id, 'reason', :reason::text,
    'failing_since', to_iso(:at)),
  max_attempts := 8, job_key := concat('failing_key:', :id, ':', id, ':', to_iso(:at)))
from users where workspace_id = :workspaceId and role = 'super_admin' and is_active`,
});

/** Context of the system actor that records what AI calls find out. */
export const createAiFeaturesActorContext = ({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Context => ({
  db,
  workspace,
  reach: 'workspace',
  ...createSystemContextFields('AI features'),
});

/** Decrypts a stored key. @throws OwnKeyRefusedError, and marks the key as failing */
export async function decryptKeyOrMarkFailing(
  ctx: Context,
  ai: Pick<AiServices, 'keyring' | 'log'>,
  row: SealedKey,
): Promise<AiCallCredential> {
  const opened = decryptProviderKey(ai.keyring, row);
  if (!('reason' in opened)) return opened.credential;
  await markKeyFailing(ctx, row, 'undecryptable');
  throw keyUndecryptableError(ai, row, opened.reason);
}

/** Calls `markKeyFailingInTransaction` in its own transaction. */
export function markKeyFailing(ctx: Context, key: KeyVersion, reason: KeyFailingReason, model?: string): Promise<void> {
  return inTransaction(ctx, (em) => markKeyFailingInTransaction(em, ctx, key, reason, model));
}

/**
 * Marks the key as failing, unless it was rotated or removed since. Super admins are notified once, however many calls
 * find out (rules/provider-keys 9).
 * @param model The model or deployment that was called.
 */
export async function markKeyFailingInTransaction(
  em: EntityManager,
  ctx: Omit<Context, 'db' | 'reach'>,
  key: KeyVersion,
  reason: KeyFailingReason,
  model?: string,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const named = { workspaceId, id: key.id };
  const held = await LOCK.first(em, { ...named, version: key.version });
  if (!held) return;
  const at = new Date();
  // A decryption failure says nothing about the provider.
  const refusal = reason === 'undecryptable' ? null : reason;
  const health = { workspaceId, providerKeyId: key.id };
  await em.nativeUpdate(ProviderKeyHealthEntity, health, {
    lastErrorAt: refusal && at,
    lastError: refusal,
    failingModel: model ?? null,
  });
  // A separate statement, so that it sees changes committed by the previous lock holder.
  const begun = await em.nativeUpdate(ProviderKeyHealthEntity, { ...health, failingSince: null }, { failingSince: at });
  if (begun === 0) return;
  await recordEvent(em, ctx, {
    action: 'provider_key.failing',
    subject: providerKeyAuditSubjectOf(held),
    changes: { ...providerKeyAuditFactsOf(held), ...(model && held.model && { model }), outcome: reason },
    outgoing: {
      provider_key_id: held.id,
      capability: AI_PROVIDER_TRAITS[held.provider].capability,
      provider: held.provider,
      outcome: reason,
    },
  });
  await NOTIFY_SUPER_ADMINS.run(em, { ...named, reason, at });
  await publishTopics(em, providerKeysLiveTopicOf(workspaceId));
}

/** Calls `saveOutputModeInTransaction` in its own transaction. */
export function saveOutputMode(ctx: Context, key: KeyVersion, form: StructuredOutputMode): Promise<void> {
  return inTransaction(ctx, (em) => saveOutputModeInTransaction(em, ctx, key, form));
}

/**
 * Stores the form of answers that an endpoint accepts, so that later calls begin with it. Does nothing if the endpoint
 * was changed since.
 */
export async function saveOutputModeInTransaction(
  em: EntityManager,
  { workspace }: Pick<Context, 'workspace'>,
  { id, version }: KeyVersion,
  answerForm: StructuredOutputMode,
): Promise<void> {
  const workspaceId = workspace.id;
  if (!(await LOCK.first(em, { workspaceId, id, version }))) return;
  await em.nativeUpdate(ProviderKeyHealthEntity, { workspaceId, providerKeyId: id }, { answerForm });
}

/** Records a temporary error. While the key is failing, its last error is kept as the reason. */
export async function recordTemporaryKeyError(
  em: EntityManager,
  { workspace }: Pick<Context, 'workspace'>,
  { id, version }: KeyVersion,
  lastError: KeyTestOutcome,
): Promise<void> {
  const workspaceId = workspace.id;
  if (!(await LOCK.first(em, { workspaceId, id, version }))) return;
  const working = { workspaceId, providerKeyId: id, failingSince: null };
  await em.nativeUpdate(ProviderKeyHealthEntity, working, { lastErrorAt: new Date(), lastError });
}

/** Calls `markKeyAcceptedInTransaction` in its own transaction. */
export function markKeyAccepted(ctx: Context, key: KeyVersion, askedAt: Date): Promise<void> {
  return inTransaction(ctx, (em) => markKeyAcceptedInTransaction(em, ctx, key, askedAt));
}

/**
 * Records that the provider accepted the key. If it was failing, it no longer is, and waiting jobs resume.
 * @param askedAt Start of the call: a call from before the failure proves nothing.
 */
export async function markKeyAcceptedInTransaction(
  em: EntityManager,
  ctx: Omit<Context, 'db' | 'reach'>,
  key: KeyVersion,
  askedAt: Date,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const named = { workspaceId, id: key.id };
  const held = await LOCK.first(em, { ...named, version: key.version });
  if (!held) return;
  const health = { workspaceId, providerKeyId: key.id };
  await em.nativeUpdate(ProviderKeyHealthEntity, health, { lastVerifiedAt: new Date() });
  const failing = { ...health, failingSince: { $lt: askedAt } };
  if ((await em.nativeUpdate(ProviderKeyHealthEntity, failing, { failingSince: null, failingModel: null })) > 0) {
    await recordEvent(em, ctx, {
      action: 'provider_key.recovered',
      subject: providerKeyAuditSubjectOf(held),
      changes: providerKeyAuditFactsOf(held),
    });
    await enqueueAiJobResume(em, workspaceId, AI_PROVIDER_TRAITS[held.provider].capability);
  }
  await publishTopics(em, providerKeysLiveTopicOf(workspaceId));
}
