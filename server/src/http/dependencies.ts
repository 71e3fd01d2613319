import type { Config } from '../core/config.ts';
import type { AiServices, Deliveries } from '../core/context.ts';
import type { Database, Pools } from '../database/database.ts';
import type { TokenUses } from '../auth/tokens/token-uses.ts';
import type { Admission } from './limits/concurrency-limiter.ts';
import type { Auth } from '../auth/sign-in/auth.ts';
import type { RateLimits } from './rest/rate-limit.ts';
import type { DriveBells } from './routes/drive-bell-routes.ts';
import type { Bounds } from './limits/limits.ts';
import type { Streams } from './streams/streams.ts';
import type { Log } from '../platform/log.ts';
import type { ChatServices } from '../providers/chat/chat-services.ts';
import type { Drives } from '../providers/drives/drives.ts';
import type { Outward } from '../platform/egress/outward.ts';
import type { Stalls } from '../platform/concurrency/event-loop-lag.ts';
import type { Subscriptions } from './routes/unsubscribe-routes.ts';

/** Services that the routes need; `assemble` creates them. */
export type ServerDependencies = {
  config: Config;
  /** Database pool for requests. */
  db: Database;
  pools: Pools;
  admission: Admission;
  log: Log;
  auth: Auth;
  tokenUses: TokenUses;
  rateLimits: RateLimits;
  bounds: Bounds;
  ai: AiServices;
  outward: Outward;
  deliveries: Deliveries;
  chat: ChatServices;
  drives: Drives;
  streams: Streams;
  stalls: Stalls;
  subscriptions: Subscriptions;
  driveBells: DriveBells;
  /** Aborted as soon as the server starts to shut down. */
  stopping: AbortSignal;
};
