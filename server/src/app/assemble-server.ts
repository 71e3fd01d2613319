import type { LiveTopicKind } from '@training/shared/live';
import type { FastifyInstance } from 'fastify';
import { allowedOriginsOf } from '../auth/sessions/origins.ts';
import { getOrCreateAuthSecret, createAuth } from '../auth/sign-in/auth.ts';
import { TokenUseRecorder } from '../auth/tokens/token-use-recorder.ts';
import type { Config } from '../core/config.ts';
import type { JobServices } from '../core/context.ts';
import { openServices, type Services } from '../core/services.ts';
import type { DatabasesByKindOfWork } from '../database/database.ts';
import { visibilityOfAiJobTopics } from '../features/ai/jobs/read-ai-jobs.ts';
import { readModuleTopicVisibility } from '../features/courses/modules/module-topic.ts';
import { createDrivePushHandlers } from '../features/drive-sync/push/drive-push-handlers.ts';
import { readAnswerTopicVisibility } from '../features/grading/viewer.ts';
import { createUnsubscribeService, UnsubscribeLinks } from '../features/notifications/mail/unsubscribe.ts';
import { visibilityOfInboxTopics } from '../features/notifications/notification-topics.ts';
import { createDeliveryMetrics } from '../features/webhooks/delivery/delivery-pool.ts';
import { AdmissionControl } from '../http/limits/admission.ts';
import { HTTP_LIMITS, type HttpLimits } from '../http/limits/limits.ts';
import { waitForConnectionsToClose } from '../http/listen.ts';
import { TokenRateLimiter } from '../http/rest/rate-limit.ts';
import type { RequiredTopicRights } from '../http/streams/authorize-topics.ts';
import { EventStreams } from '../http/streams/event-streams.ts';
import { StallMonitor } from '../platform/concurrency/event-loop-stalls.ts';
import type { Log } from '../platform/log.ts';
import { createServer } from './server.ts';

/** All topics that pages can subscribe to, and the permission needed: that for reading the topic's data. */
const TOPIC_RIGHTS: Record<LiveTopicKind, RequiredTopicRights> = {
  module: { permission: 'drafts:read', visibilityOf: readModuleTopicVisibility },
  content: { permission: 'drafts:read' },
  ai_job: { permission: 'content:author', visibilityOf: visibilityOfAiJobTopics },
  answer: { permission: 'results:read', visibilityOf: readAnswerTopicVisibility },
  grading: { permission: 'answers:grade' },
  reviews: { permission: 'review_queue:read' },
  suggestions: { permission: 'suggestions:read' },
  inbox: { permission: 'inbox:use', visibilityOf: visibilityOfInboxTopics },
  notifications: { permission: 'notifications:read' },
  provider_keys: { permission: 'provider_keys:read' },
  tokens: { permission: 'tokens:read' },
  webhooks: { permission: 'webhooks:read' },
  drives: { permission: 'drives:read' },
};

/** Webhook requests of an instance at once, not counting those that hang. */
const WEBHOOKS_AT_ONCE = 64;

/** Share of the webhook requests allowed while users or systems are waiting for responses. */
const BESIDE_REQUESTS = 0.125;

type Assembled = Omit<JobServices, 'db' | 'everywhere' | 'databaseUrl'> & {
  app: FastifyInstance;
  /** Sets the port the server listens on, for building addresses. */
  setPort(port: number): void;
  /**
   * Announces the shutdown in `/readyz` and by closing each connection after its next response, and gives open
   * connections a moment for it: a request on a connection that is being closed would be lost.
   */
  drain(): Promise<void>;
  /** Finishes running requests, accepts no new ones, and waits for background work. */
  close(): Promise<void>;
};

type Parts = {
  config: Config;
  pools: DatabasesByKindOfWork;
  log: Log;
  bounds?: HttpLimits;
  /** Services to use instead of those that the settings open. */
  outside?: Partial<Services>;
};

/** Puts the server's parts together on an open database; it does not listen yet. */
export function assembleServer({ config, pools, log, bounds = HTTP_LIMITS, outside }: Parts): Assembled {
  const db = pools.requests;
  let port = config.port;
  const origins = () => allowedOriginsOf(config, port);
  const databaseUrls = pools.shards.map(({ url }) => url);
  const services = { ...openServices({ config, databaseUrls, log, origin: () => origins()[0] }), ...outside };
  const { ai, drives, live, mailer, outward } = services;
  const auth = createAuth({
    db,
    config,
    origins,
    mailer,
    log,
    keyring: ai.keyring,
    outward,
    providerWithin: bounds.providerWithin,
  });
  const unsubscribeLinks = new UnsubscribeLinks(() => getOrCreateAuthSecret(db, config));
  const tokenUses = new TokenUseRecorder(db, (error) =>
    log.warn({ err: error }, 'The use of a token could not be noted'),
  );
  const rateLimits = new TokenRateLimiter(db, config.rateLimits);
  const streams = new EventStreams({
    live,
    db: pools.streams,
    log,
    rights: TOPIC_RIGHTS,
    limit: bounds.streams,
  });
  const stalls = new StallMonitor(log);
  const stopping = new AbortController();
  const admission = new AdmissionControl(config.poolSize);
  const beside = Math.ceil(WEBHOOKS_AT_ONCE * BESIDE_REQUESTS);
  const deliveries = {
    most: WEBHOOKS_AT_ONCE,
    atOnce: () => (admission.isBusy ? beside : WEBHOOKS_AT_ONCE),
    figures: createDeliveryMetrics(),
  };
  const app = createServer({
    stopping: stopping.signal,
    config,
    db,
    pools,
    admission,
    log,
    auth,
    tokenUses,
    rateLimits,
    bounds,
    services,
    deliveries,
    streams,
    stalls,
    subscriptions: createUnsubscribeService(db, unsubscribeLinks),
    drivePushHandlers: createDrivePushHandlers({ db, ai, drives }),
  });
  app.addHook('onListen', (done) => {
    stalls.start();
    done();
  });
  return {
    ...services,
    app,
    stalls,
    unsubscribeLinks,
    deliveries,
    isBusy: () => admission.isBusy,
    setPort(taken) {
      port = taken;
    },
    async drain() {
      stopping.abort();
      await waitForConnectionsToClose(app.server);
    },
    async close() {
      stopping.abort();
      // Stop listening before ending the event streams. Their clients reconnect elsewhere, but would otherwise
      // reconnect here and keep the server from closing.
      const closed = app.close();
      streams.close();
      await live.close();
      await closed;
      await Promise.all([tokenUses.settled(), auth.settled()]);
      mailer.close();
      outward.close();
      stalls.stop();
    },
  };
}
