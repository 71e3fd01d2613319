import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { PasskeyEntity, RecoveryCodeEntity } from '../auth/passkeys/passkey.entity.ts';
import { filterActiveMemberEmails } from '../auth/sessions/end-sessions.ts';
import { SignInIdentityEntity } from '../auth/sessions/identity.entity.ts';
import { createSystemContextFields, type Context, type TaskServices } from '../core/context.ts';
import { processEachAndThrowFirstFailure } from '../core/process-each-alone.ts';
import { inTransaction } from '../core/transaction.ts';
import type { Database } from '../database/database.ts';
import { runsBackgroundWorkSql } from '../database/statements/away.ts';
import { defineStatement } from '../database/statements/statement.ts';
import { MailFailureEntity } from '../features/notifications/notification-settings.entity.ts';
import { deleteScimDataOfPerson } from '../features/scim/remove-person.ts';
import { upsertPerson } from '../features/users/upsert-user.ts';
import { getWorkspaceBySlug } from '../features/workspaces/find-workspace.ts';

const AT_ONCE = 500;

const LEFT = `
join users u on u.workspace_id = w.id and not u.is_active and u.email is not null
  and u.updated_at < now() - make_interval(days => w.addresses_kept_days)` as const;

const FIND_LEFT = defineStatement({
  name: 'find-addresses-to-remove',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string() }),
  sql: `
select u.id, w.slug from workspaces w ${LEFT}
where w.addresses_kept_days is not null and ${runsBackgroundWorkSql('w.id')}
order by u.updated_at limit ${AT_ONCE}`,
});

/** Checks again after waiting for the row: someone may have come back, or got another address, since. */
const LOCK_LEFT = defineStatement({
  name: 'lock-address-to-remove',
  scope: 'tenant',
  row: z.strictObject({ email: z.string() }),
  sql: `
select u.email from workspaces w ${LEFT}
where w.id = :workspaceId and u.workspace_id = :workspaceId and u.id = :id for update of u`,
});

/**
 * Removes the addresses of people who left as long ago as their workspace sets (rules/retention 5), and the identities
 * that no active person has anymore. Ends early if `isStopping`.
 */
export async function removeEmailsOfFormerMembers(
  { db, everywhere }: Pick<TaskServices, 'db' | 'everywhere'>,
  isStopping: () => boolean,
): Promise<void> {
  const left = await FIND_LEFT.all(db.pool);
  await processEachAndThrowFirstFailure(left, ({ id, slug }) => removeAddress(db, slug, id, everywhere), isStopping);
}

async function removeAddress(db: Database, slug: string, id: string, everywhere: Database): Promise<void> {
  const workspace = await getWorkspaceBySlug(db, slug);
  const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('Retention') };
  const removed = await inTransaction(ctx, async (em) => {
    const locked = await LOCK_LEFT.first(em, { workspaceId: workspace.id, id });
    if (!locked) return undefined;
    await upsertPerson({ ...ctx, transaction: em }, { by: 'id', id, email: null, preview: false });
    await deleteScimDataOfPerson(em, id, ctx.now);
    await em.nativeDelete(MailFailureEntity, { userId: id });
    return locked.email;
  });
  if (removed !== undefined) await removeIdentity(everywhere, removed);
}

async function removeIdentity({ em }: Database, email: string): Promise<void> {
  await em.fork().transactional(async (transaction) => {
    const identity = await transaction.findOne(
      SignInIdentityEntity,
      { email },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!identity || (await filterActiveMemberEmails(transaction, [email])).has(email)) return;
    await transaction.nativeDelete(PasskeyEntity, { identityId: identity.id });
    await transaction.nativeDelete(RecoveryCodeEntity, { identityId: identity.id });
    await transaction.nativeDelete(SignInIdentityEntity, { id: identity.id });
  });
}
