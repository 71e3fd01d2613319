import type { Config } from '../core/config.ts';
import type { Deliveries } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import type { Database, Pools } from '../database/database.ts';
import type { TokenUses } from '../auth/tokens/token-uses.ts';
import type { Admission } from './limits/admission.ts';
import type { Auth } from '../auth/sign-in/auth.ts';
import type { RateLimits } from './rest/rate-limit.ts';
import type { DrivePushHandlers } from './routes/drive-push-routes.ts';
import type { HttpLimits } from './limits/limits.ts';
import type { Streams } from './streams/streams.ts';
import type { StallMonitor } from '../platform/concurrency/event-loop-stalls.ts';
import type { Subscriptions } from './routes/unsubscribe-routes.ts';

/** Parts that the routes need; `assembleServer` creates them. */
export type ServerDependencies = {
  config: Config;
  /** Database pool for requests. */
  db: Database;
  pools: Pools;
  admission: Admission;
  log: Services['log'];
  services: Services;
  auth: Auth;
  tokenUses: TokenUses;
  rateLimits: RateLimits;
  bounds: HttpLimits;
  deliveries: Deliveries;
  streams: Streams;
  stalls: StallMonitor;
  subscriptions: Subscriptions;
  drivePushHandlers: DrivePushHandlers;
  /** Aborted as soon as the server starts to shut down. */
  stopping: AbortSignal;
};
