import { Overview, MenuCounts, DismissOrRestoreSetUpChecklist } from '@training/shared/overview/overview';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { countPendingWork } from './count-waiting.ts';
import { readOverview } from './read-overview.ts';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { requireJobOwnerId } from '../ai/files/stored-file.ts';
import { HiddenSetUpListEntity } from './hidden-set-up-list.entity.ts';

/** Hides or shows the set-up list for the caller only. */
async function dismissSetUp(
  ctx: Context,
  { away }: DismissOrRestoreSetUpChecklist,
): Promise<DismissOrRestoreSetUpChecklist> {
  const named = { workspaceId: ctx.workspace.id, userId: requireJobOwnerId(ctx) };
  await inTransaction(ctx, async (em) => {
    if (!away) await em.nativeDelete(HiddenSetUpListEntity, named);
    else await em.upsert(HiddenSetUpListEntity, { ...named, at: ctx.now }, { onConflictAction: 'ignore' });
  });
  return { away };
}

/** The start page, and the counts in the menu. Each part checks its own permission. */
export const overviewRouter = router({
  read: permittedProcedure('overview:read')
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx)),
  counts: permittedProcedure('overview:read')
    .output(MenuCounts)
    .query(({ ctx }) => countPendingWork(ctx)),
  putSetUpAway: permittedProcedure('workspace:write')
    .input(DismissOrRestoreSetUpChecklist)
    .output(DismissOrRestoreSetUpChecklist)
    .mutation(({ ctx, input }) => dismissSetUp(ctx, input)),
});
