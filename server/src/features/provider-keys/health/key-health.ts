import type { EntityManager } from '@mikro-orm/postgresql';
import { Provider, PROVIDERS } from '@training/shared/provider-keys';
import type { Context } from '../../../context.ts';
import { z } from 'zod';
import { defineStatement } from '../../../database/statement.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { publish } from '../../../platform/live.ts';
import { resumeWaitingJobs } from '../resume-waiting-jobs.ts';
import { recordEvent } from '../../events/record-event.ts';
import { providerKeysTopic } from '../list-provider-keys.ts';
import { keyFacts, keySubject } from '../verify-key.ts';
import type { Refusal } from '../provider-key.entity.ts';

/** A key as a call found it; a rotation has made another one of it since. */
export type KeyVersion = { id: string; version: number };

/** Why a key counts as failing: the provider refuses it, or this server cannot decrypt it. */
export type FailingReason = Refusal | 'undecryptable';

const Held = z.strictObject({
  id: z.uuid(),
  provider: Provider,
  model: z.string().nullable(),
  resource: z.string().nullable(),
  deployment: z.string().nullable(),
});

/** Rotating, removing, parking and this take the row of the key first, so each sees what the other has done. */
const HOLD = defineStatement({
  name: 'hold-provider-key-version',
  scope: 'tenant',
  row: Held,
  sql: `
select id, provider, model, resource, deployment from provider_keys
where workspace_id = :workspaceId and id = :id and version = :version for no key update`,
});

const NOTE_REFUSAL = defineStatement({
  name: 'note-key-refusal',
  scope: 'tenant',
  sql: `
update provider_key_health set last_error_at = case when :reason::text is not null then :at::timestamptz end, last_error = :reason
where workspace_id = :workspaceId and provider_key_id = :id`,
});

const BEGIN_FAILING = defineStatement({
  name: 'begin-failing',
  scope: 'tenant',
  sql: `
update provider_key_health set failing_since = :at
where workspace_id = :workspaceId and provider_key_id = :id and failing_since is null
returning 1`,
});

const STOP_FAILING = defineStatement({
  name: 'stop-failing',
  scope: 'tenant',
  sql: `
update provider_key_health set failing_since = null
where workspace_id = :workspaceId and provider_key_id = :id and failing_since < :askedAt
returning 1`,
});

const NOTE_ACCEPTED = defineStatement({
  name: 'note-key-accepted',
  scope: 'tenant',
  sql: `
update provider_key_health set last_verified_at = :at where workspace_id = :workspaceId and provider_key_id = :id`,
});

/** One mail for each, in a job of its own, so that one address that fails does not write to the others again. */
const TELL_SUPER_ADMINS = defineStatement({
  name: 'tell-super-admins-of-key',
  scope: 'tenant',
  sql: `
select graphile_worker.add_job(
  'mail_failing_key',
  json_build_object('workspace_id', workspace_id, 'provider_key_id', :id::uuid, 'user_id', id, 'reason', :reason::text,
    'failing_since', wire_time(:at)),
  max_attempts := 8, job_key := concat('failing_key:', :id, ':', id, ':', wire_time(:at)))
from users where workspace_id = :workspaceId and role = 'super_admin' and is_active`,
});

/** Who finds out where no person asked. */
export function aiFeatures({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Context {
  const actor = { kind: 'system', name: 'AI features' } as const;
  return { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null };
}

/** As `noteFailing`, in a transaction of its own. */
export function markKeyFailing(ctx: Context, key: KeyVersion, reason: FailingReason): Promise<void> {
  return inTransaction(ctx, (em) => noteFailing(em, ctx, key, reason));
}

/**
 * The key counts as failing, unless it has been rotated or removed since. Super admins are told once, however many
 * calls find out (rules/provider-keys 9).
 */
export async function noteFailing(
  em: EntityManager,
  ctx: Omit<Context, 'db' | 'reach'>,
  key: KeyVersion,
  reason: FailingReason,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const named = { workspaceId, id: key.id };
  const held = await HOLD.first(em, { ...named, version: key.version });
  if (!held) return;
  const at = new Date();
  // That it cannot be decrypted says nothing about the provider.
  await NOTE_REFUSAL.run(em, { ...named, at, reason: reason === 'undecryptable' ? null : reason });
  // In a statement of its own: it sees what whoever held the row before has written.
  if ((await BEGIN_FAILING.run(em, { ...named, at })) === 0) return;
  await recordEvent(em, ctx, {
    action: 'provider_key.failing',
    subject: keySubject(held),
    changes: { ...keyFacts(held), outcome: reason },
    outgoing: {
      provider_key_id: held.id,
      capability: PROVIDERS[held.provider].capability,
      provider: held.provider,
      outcome: reason,
    },
  });
  await TELL_SUPER_ADMINS.run(em, { ...named, reason, at });
  await publish(em, providerKeysTopic(workspaceId));
}

/** As `noteAccepted`, in a transaction of its own. */
export function markAccepted(ctx: Context, key: KeyVersion, askedAt: Date): Promise<void> {
  return inTransaction(ctx, (em) => noteAccepted(em, ctx, key, askedAt));
}

/**
 * The provider accepted the key: if it counted as failing, it does no more, and what waits for it goes on.
 * @param askedAt When the call began: one from before the failure says nothing about now.
 */
export async function noteAccepted(
  em: EntityManager,
  ctx: Omit<Context, 'db' | 'reach'>,
  key: KeyVersion,
  askedAt: Date,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const named = { workspaceId, id: key.id };
  const held = await HOLD.first(em, { ...named, version: key.version });
  if (!held) return;
  await NOTE_ACCEPTED.run(em, { ...named, at: new Date() });
  if ((await STOP_FAILING.run(em, { ...named, askedAt })) > 0) {
    await recordEvent(em, ctx, {
      action: 'provider_key.recovered',
      subject: keySubject(held),
      changes: keyFacts(held),
    });
    await resumeWaitingJobs(em, workspaceId, PROVIDERS[held.provider].capability);
  }
  await publish(em, providerKeysTopic(workspaceId));
}
