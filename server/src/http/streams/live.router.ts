import { FollowTopics } from '@training/shared/live';
import { can, router } from '../procedures.ts';

/** What pages are told of changes (rules/bounds 8), by the one stream that each has. */
export const liveRouter = router({
  /** All members have this permission; what each topic needs besides is asked each time that it is told. */
  follow: can('analytics:read')
    .input(FollowTopics)
    .subscription(({ ctx, input, signal }) => ctx.follow(input, signal)),
});
