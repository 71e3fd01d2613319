import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { lockManagers } from '../users/managers/manager-hierarchy.ts';
import { assertSuperAdminRemains } from '../users/upsert-user.ts';
import type { UserUpsert } from '../users/match-user.ts';
import { BrakeReachedError, type SyncTransaction } from './connection.ts';
import type { ScimPerson } from './people-statements.ts';

const COUNT = defineStatement({
  name: 'count-for-scim-brake',
  scope: 'tenant',
  row: z.strictObject({ ended: z.number(), active: z.number(), percent: z.number() }),
  sql: `
select w.scim_brake_percent as percent,
  (select count(*)::integer from scim_people p
    where p.workspace_id = :workspaceId and p.connection_id = :connectionId
      and p.ended_at > :now::timestamptz - interval '1 hour') as ended,
  (select coalesce(sum(c.people), 0)::integer from user_counts c
    where c.workspace_id = :workspaceId and c.is_active) as active
from workspaces w where w.id = :workspaceId`,
});

/** Returns how many of so many active people a connection may deactivate within an hour: at least one. */
export const computeDeactivationLimit = (active: number, percent: number): number =>
  Math.max(1, Math.floor((active * percent) / 100));

/**
 * Stops a sync that would deactivate the last super admin or too many people within an hour, unless a super admin has
 * agreed (rules/scim 13). The connection is locked, so writes at once are counted one after another.
 * @throws BrakeReachedError
 */
export async function assertBrakeNotReached(
  { ctx, connection }: SyncTransaction,
  here: ScimPerson['here'],
  input: UserUpsert,
): Promise<void> {
  if (connection.isAgreed || !here?.is_active) return;
  const ends = input.deactivate === true;
  const isAdminLost = here.role === 'super_admin' && (ends || (input.role !== undefined && input.role !== here.role));
  const { workspaceId, id: connectionId } = connection;
  if (isAdminLost && input.id !== undefined) {
    // As an upsert does, before it locks the workspace.
    await lockManagers(ctx.transaction, workspaceId);
    await assertSuperAdminRemains(ctx.transaction, workspaceId, [input.id]).catch((error: unknown) => {
      throw error instanceof AppError ? new BrakeReachedError('last_super_admin') : error;
    });
  }
  if (!ends) return;
  const { ended, active, percent } = await COUNT.one(ctx.transaction, { workspaceId, connectionId, now: ctx.now });
  if (ended + 1 > computeDeactivationLimit(active + ended, percent)) throw new BrakeReachedError('share');
}
