import { FollowTopics } from '@training/shared/live';
import { can, router } from '../procedures.ts';

/** Live updates for pages (rules/bounds 8), over one event stream per page. */
export const liveRouter = router({
  /** All members have this permission. The specific permission of each topic is checked at each notification. */
  follow: can('analytics:read')
    .input(FollowTopics)
    .subscription(({ ctx, input, signal }) => ctx.follow(input, signal)),
});
