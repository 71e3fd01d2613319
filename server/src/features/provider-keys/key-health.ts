import type { EntityManager } from '@mikro-orm/postgresql';
import type { Provider } from '@training/shared/provider-keys';
import { PROVIDERS } from '@training/shared/provider-keys';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { publish } from '../../platform/live.ts';
import { resumeWaitingJobs } from './resume-waiting-jobs.ts';
import { recordEvent } from '../events/record-event.ts';
import { providerKeysTopic } from './list-provider-keys.ts';
import { keyFacts, keySubject } from './verify-key.ts';
import type { KeyPlace, Refusal } from './provider-key.entity.ts';

/** A key as a call found it; a rotation has made another one of it since. */
export type KeyVersion = { id: string; version: number };

/** Why a key counts as failing: the provider refuses it, or this server cannot decrypt it. */
export type FailingReason = Refusal | 'undecryptable';

type Held = KeyPlace & { id: string; provider: Provider };

/** Rotating, removing, parking and this take the row of the key first, so each sees what the other has done. */
const HOLD = `
select id, provider, model, resource, deployment from provider_keys
where workspace_id = $1 and id = $2 and version = $3 for no key update`;

const NOTE_REFUSAL = `
update provider_key_health set last_error_at = case when $4::text is not null then $3::timestamptz end, last_error = $4
where workspace_id = $1 and provider_key_id = $2`;

const BEGIN_FAILING = `
update provider_key_health set failing_since = $3
where workspace_id = $1 and provider_key_id = $2 and failing_since is null
returning 1`;

const STOP_FAILING = `
update provider_key_health set failing_since = null
where workspace_id = $1 and provider_key_id = $2 and failing_since < $3
returning 1`;

const NOTE_ACCEPTED = `
update provider_key_health set last_verified_at = $3 where workspace_id = $1 and provider_key_id = $2`;

/** One mail for each, in a job of its own, so that one address that fails does not write to the others again. */
const TELL_SUPER_ADMINS = `
select graphile_worker.add_job(
  'mail_failing_key',
  json_build_object('workspace_id', workspace_id, 'provider_key_id', $2::uuid, 'user_id', id, 'reason', $3::text,
    'failing_since', wire_time($4)),
  max_attempts := 8, job_key := concat('failing_key:', $2, ':', id, ':', wire_time($4)))
from users where workspace_id = $1 and role = 'super_admin' and is_active`;

/** Who finds out where no person asked. */
export function aiFeatures({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Context {
  const actor = { kind: 'system', name: 'AI features' } as const;
  return { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null };
}

/** As `noteFailing`, in a transaction of its own. */
export function markFailing(ctx: Context, key: KeyVersion, reason: FailingReason): Promise<void> {
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
  const [held] = await execute<Held>(em, HOLD, [workspaceId, key.id, key.version]);
  if (!held) return;
  const at = new Date();
  // That it cannot be decrypted says nothing about the provider.
  await execute(em, NOTE_REFUSAL, [workspaceId, key.id, at, reason === 'undecryptable' ? null : reason]);
  // In a statement of its own: it sees what whoever held the row before has written.
  const begun = await execute(em, BEGIN_FAILING, [workspaceId, key.id, at]);
  if (begun.length === 0) return;
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
  await execute(em, TELL_SUPER_ADMINS, [workspaceId, key.id, reason, at]);
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
  const [held] = await execute<Held>(em, HOLD, [workspaceId, key.id, key.version]);
  if (!held) return;
  await execute(em, NOTE_ACCEPTED, [workspaceId, key.id, new Date()]);
  const stopped = await execute(em, STOP_FAILING, [workspaceId, key.id, askedAt]);
  if (stopped.length > 0) {
    await recordEvent(em, ctx, {
      action: 'provider_key.recovered',
      subject: keySubject(held),
      changes: keyFacts(held),
    });
    await resumeWaitingJobs(em, workspaceId, PROVIDERS[held.provider].capability);
  }
  await publish(em, providerKeysTopic(workspaceId));
}
