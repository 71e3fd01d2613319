import type { Context } from '../../../core/context.ts';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { StoredUser } from '../store-user.ts';
import { storeUsers } from '../store-users.ts';

/** Number of reports handed over by one statement. */
const AT_ONCE = 500;

const LOCK_REPORTS = defineStatement({
  name: 'lock-reports',
  scope: 'tenant',
  row: StoredUser.omit({ department: true }).extend({ next: z.uuid().nullable() }),
  sql: `
select u.id, u.email, u.external_id, u.full_name, u.role, u.department_id, u.manager_id, u.is_active,
  to_iso(u.created_at) as created_at,
  (select m.manager_id from users m where m.workspace_id = :workspaceId and m.id = :managerId) as next
from users u where u.workspace_id = :workspaceId and u.manager_id = :managerId
order by u.id limit ${AT_ONCE} for no key update of u`,
});

/**
 * Gives the reports of people who leave to their manager's manager, or none (rules/managers 4). Call it in the
 * transaction that deactivates them, which has locked the managers of the workspace.
 */
export async function reassignDirectReportsUpward(
  transaction: StatementRunner,
  ctx: Context,
  leaverIds: readonly string[],
): Promise<void> {
  for (const managerId of leaverIds) await handOver(transaction, ctx, managerId);
}

async function handOver(transaction: StatementRunner, ctx: Context, managerId: string): Promise<void> {
  for (;;) {
    const reports = await LOCK_REPORTS.all(transaction, { workspaceId: ctx.workspace.id, managerId });
    if (reports.length === 0) return;
    const writes = reports.map(({ next: manager_id, ...report }) => {
      const existing = { ...report, department: null };
      const next = { ...existing, manager_id };
      const changes: { manager_id: [unknown, unknown] } = { manager_id: [managerId, manager_id] };
      return { existing, user: next, decision: { result: 'updated' as const, next, changes } };
    });
    await storeUsers(transaction, ctx, writes, true);
  }
}
