import { SubscribeToLiveTopics } from '@training/shared/live';
import { permittedProcedure, router } from '../procedures.ts';

/** Live updates for pages (rules/bounds 8), over one event stream per page. */
export const liveUpdatesRouter = router({
  /** All members have this permission. The specific permission of each topic is checked at each notification. */
  follow: permittedProcedure('analytics:read')
    .input(SubscribeToLiveTopics)
    .subscription(({ ctx, input, signal }) => ctx.follow(input, signal)),
});
