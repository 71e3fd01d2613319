import { Overview, OverviewCounts, DismissSetUp } from '@training/shared/overview/overview';
import { can, router } from '../../http/procedures.ts';
import { countWaiting } from './count-waiting.ts';
import { readOverview } from './read-overview.ts';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { jobOwnerOf } from '../ai/files/stored-file.ts';
import { SetUpPutAwayEntity } from './set-up-put-away.entity.ts';

/** Hides or shows the set-up list for the caller only. */
async function dismissSetUp(ctx: Context, { away }: DismissSetUp): Promise<DismissSetUp> {
  const named = { workspaceId: ctx.workspace.id, userId: jobOwnerOf(ctx) };
  await inTransaction(ctx, async (em) => {
    if (!away) await em.nativeDelete(SetUpPutAwayEntity, named);
    else await em.upsert(SetUpPutAwayEntity, { ...named, at: ctx.now }, { onConflictAction: 'ignore' });
  });
  return { away };
}

/** The start page, and the counts in the menu. Each part checks its own permission. */
export const overviewRouter = router({
  read: can('overview:read')
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx)),
  counts: can('overview:read')
    .output(OverviewCounts)
    .query(({ ctx }) => countWaiting(ctx)),
  putSetUpAway: can('workspace:write')
    .input(DismissSetUp)
    .output(DismissSetUp)
    .mutation(({ ctx, input }) => dismissSetUp(ctx, input)),
});
