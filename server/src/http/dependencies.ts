import type { Config } from '../core/config.ts';
import type { WebhookRequestLimits } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import type { Database, DatabasesByKindOfWork } from '../database/database.ts';
import type { TokenUseRecorder } from '../auth/tokens/token-use-recorder.ts';
import type { AdmissionControl } from './limits/admission.ts';
import type { Auth } from '../auth/sign-in/auth.ts';
import type { TokenRateLimiter } from './rest/rate-limit.ts';
import type { DrivePushHandlers } from './routes/drive-push-routes.ts';
import type { HttpLimits } from './limits/limits.ts';
import type { EventStreams } from './streams/event-streams.ts';
import type { StallMonitor } from '../platform/concurrency/event-loop-stalls.ts';
import type { EmailSubscriptionsByToken } from './routes/unsubscribe-routes.ts';

/** Parts that the routes need; `assembleServer` creates them. */
export type ServerDependencies = {
  config: Config;
  /** Database pool for requests. */
  db: Database;
  pools: DatabasesByKindOfWork;
  admission: AdmissionControl;
  log: Services['log'];
  services: Services;
  auth: Auth;
  tokenUses: TokenUseRecorder;
  rateLimits: TokenRateLimiter;
  bounds: HttpLimits;
  deliveries: WebhookRequestLimits;
  streams: EventStreams;
  stalls: StallMonitor;
  subscriptions: EmailSubscriptionsByToken;
  drivePushHandlers: DrivePushHandlers;
  /** Aborted as soon as the server starts to shut down. */
  stopping: AbortSignal;
};
