import { z } from 'zod';
import { PasskeyEntity, RecoveryCodeEntity } from '../../auth/passkeys/passkey.entity.ts';
import { IdentityEntity } from '../../auth/sessions/identity.entity.ts';
import { membersAmong } from '../../auth/sessions/end-sessions.ts';
import type { TaskServices } from '../../core/context.ts';
import { eachAlone } from '../../core/each-alone.ts';
import type { Database } from '../../database/database.ts';
import { isWorkedOn } from '../../database/statements/away.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import { upsert } from './upsert-user.ts';

const AT_ONCE = 500;

const FIND_LEFT = defineStatement({
  name: 'find-addresses-to-remove',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), email: z.string() }),
  sql: `
select u.id, w.slug, u.email from workspaces w
join users u on u.workspace_id = w.id and not u.is_active and u.email is not null
  and u.updated_at < now() - make_interval(days => w.addresses_kept_days)
where w.addresses_kept_days is not null and ${isWorkedOn('w.id')}
order by u.updated_at limit ${AT_ONCE}`,
});

/**
 * Removes the addresses of people who left as long ago as their workspace sets (rules/retention 5), and the identities
 * that no active person has anymore. Ends early if `isStopping`.
 */
export async function removeAddresses(
  { db, everywhere }: Pick<TaskServices, 'db' | 'everywhere'>,
  isStopping: () => boolean,
): Promise<void> {
  const left = await FIND_LEFT.all(db.pool);
  await eachAlone(
    left,
    async ({ id, slug, email }) => {
      const workspace = await findWorkspace(db, slug);
      const actor = { kind: 'system', name: 'Retention' } as const;
      const ctx = { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null } as const;
      await upsert(ctx, { by: 'id', id, email: null, preview: false });
      await removeIdentity(everywhere, email);
    },
    isStopping,
  );
}

async function removeIdentity({ em, pool }: Database, email: string): Promise<void> {
  if ((await membersAmong(pool, [email])).has(email)) return;
  await em.fork().transactional(async (transaction) => {
    const identity = await transaction.findOne(IdentityEntity, { email });
    if (!identity) return;
    await transaction.nativeDelete(PasskeyEntity, { identityId: identity.id });
    await transaction.nativeDelete(RecoveryCodeEntity, { identityId: identity.id });
    await transaction.nativeDelete(IdentityEntity, { id: identity.id });
  });
}
