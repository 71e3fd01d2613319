import { LockMode } from '@mikro-orm/core';
import type { SetWorkspace } from '@training/shared/workspaces';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { WorkspaceEntity } from './workspace.entity.ts';

/** Changes what a workspace allows; what it allows already is no change, and leaves no audit row. */
export function setWorkspace(ctx: Context, { api_may_assign_super_admin }: SetWorkspace): Promise<SetWorkspace> {
  const { id, name } = ctx.workspace;
  return inTransaction(ctx, async (em) => {
    const workspace = await em.findOneOrFail(WorkspaceEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = workspace.apiMayAssignSuperAdmin;
    if (before !== api_may_assign_super_admin) {
      workspace.apiMayAssignSuperAdmin = api_may_assign_super_admin;
      await em.flush();
      await recordEvent(em, ctx, {
        action: 'workspace.updated',
        subject: { kind: 'workspace', id, name },
        changes: { api_may_assign_super_admin: [before, api_may_assign_super_admin] },
      });
    }
    return { api_may_assign_super_admin };
  });
}
