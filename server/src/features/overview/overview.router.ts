import { Overview, OverviewCounts, PutSetUpAway } from '@training/shared/overview/overview';
import { can, router } from '../../http/procedures.ts';
import { countWaiting } from './count-waiting.ts';
import { readOverview } from './read-overview.ts';
import { dismissSetUp } from './dismiss-set-up.ts';

/** The start page, and the counts in the menu. Each part checks its own permission. */
export const overviewRouter = router({
  read: can('overview:read')
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx)),
  counts: can('overview:read')
    .output(OverviewCounts)
    .query(({ ctx }) => countWaiting(ctx)),
  putSetUpAway: can('workspace:write')
    .input(PutSetUpAway)
    .output(PutSetUpAway)
    .mutation(({ ctx, input }) => dismissSetUp(ctx, input)),
});
