import type pg from 'pg';
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../../core/errors.ts';
import { bearerTokenOf } from '../../auth/tokens/token-value.ts';
import { QUEUE_METRICS } from '../../platform/queue/start-worker.ts';
import { AI_METRICS } from '../../providers/ai/unknown-parts.ts';
import type { RequestBodyReader } from '../bodies/request-body-reader.ts';
import type { ByteBudget } from '../bodies/byte-budget.ts';
import type { RejectedSenderCounter } from '../limits/throttle-rejected.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { isFromThisMachine } from '../this-machine.ts';
import { registerGauge } from './register-gauge.ts';
import { registerReplicaMetrics } from './replica-metrics.ts';

/** Maximum length of the path used as a name; the paths of batched calls can be very long. */
const LONGEST_NAME = 200;

type Watched = {
  bodies: RequestBodyReader;
  answers: ByteBudget;
  refusals: RejectedSenderCounter;
  dueWork: () => Promise<readonly { queue: string; due: number }[]>;
};

/**
 * Registers `/metrics` for Prometheus. Needs METRICS_TOKEN as bearer token if it is set; otherwise only this machine
 * has access.
 */
export function registerMetricsRoute(app: FastifyInstance, deps: ServerDependencies, watched: Watched): void {
  const { pools, admission, config, stalls, streams, deliveries } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // These gauges are named like counters, which Prometheus warns about. The same figures exist by type without
  // `_total`.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route, without event streams',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, by kind of work and state',
    labelNames: ['work', 'state'] as const,
    registers: [registry],
    collect() {
      const jobs = new Set([pools.jobs.pool, ...pools.shards.map((shard) => shard.jobs.pool)]);
      const works = { requests: [pools.requests.pool], streams: [pools.streams.pool], jobs: [...jobs] };
      for (const [work, all] of Object.entries(works)) {
        const sum = (count: (pool: pg.Pool) => number) => all.reduce((total, pool) => total + count(pool), 0);
        connections.set(
          { work, state: 'idle' },
          sum((pool) => pool.idleCount),
        );
        connections.set(
          { work, state: 'busy' },
          sum((pool) => pool.totalCount - pool.idleCount),
        );
        connections.set(
          { work, state: 'waiting' },
          sum((pool) => pool.waitingCount),
        );
      }
    },
  });
  const openStreams: Gauge = new Gauge({
    name: 'event_streams',
    help: 'Event streams that are open',
    registers: [registry],
    collect: () => openStreams.set(streams.count),
  });

  const { workspaces, lookups } = admission;
  registerGauge(registry, 'http_requests_in_turn', 'Requests of workspaces running and waiting', 'state', () => ({
    working: workspaces.used,
    waiting: workspaces.waiting,
  }));
  registerGauge(registry, 'http_lookups_in_turn', 'Authentication look-ups running and waiting', 'state', () => ({
    working: lookups.queue.used,
    waiting: lookups.queue.waiting,
  }));
  registerGauge(registry, 'http_held_bytes', 'Bytes of buffered bodies and unread responses', 'of', () => ({
    bodies: watched.bodies.held,
    answers: watched.answers.held,
  }));
  const refused = new Counter({
    name: 'http_refused_total',
    help: 'Refused requests, by error code',
    labelNames: ['code'] as const,
    registers: [registry],
  });
  watched.refusals.whenRefused((code) => refused.inc({ code }));

  const stalled = new Histogram({
    name: 'event_loop_stall_seconds',
    help: 'Stalls of the event loop longer than 0.2 seconds',
    buckets: [0.5, 1, 2, 5, 10, 30],
    registers: [registry],
  });
  stalls.whenStalled((ms) => stalled.observe(ms / 1000));

  const sending: Gauge = new Gauge({
    name: 'webhook_requests_in_flight',
    help: 'Webhook requests in flight',
    registers: [registry],
    collect: () => sending.set(deliveries.figures.sending),
  });
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'How long attempts at webhooks took, by whether the event was accepted',
    labelNames: ['taken'] as const,
    buckets: [0.05, 0.1, 0.5, 1, 5, 15],
    registers: [registry],
  });
  const waits = new Histogram({
    name: 'webhook_wait_seconds',
    help: 'How long deliveries were due before they were sent',
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 5, 30, 120],
    registers: [registry],
  });
  deliveries.figures.whenAttempted(({ taken, waited, took }) => {
    attempts.observe({ taken: String(taken) }, took / 1000);
    waits.observe(waited / 1000);
  });

  const dueHelp = 'Due items of a queue that no instance works on, up to 1,000; the same from each instance';
  registerGauge(registry, 'queue_due_items', dueHelp, 'queue', async () =>
    Object.fromEntries((await watched.dueWork()).map(({ queue, due }) => [queue, due])),
  );

  if (pools.replicas) registerReplicaMetrics(registry, pools.replicas);
  for (const metric of QUEUE_METRICS) registry.registerMetric(metric);
  for (const metric of AI_METRICS) registry.registerMetric(metric);

  app.addHook('onRequest', (request, reply, done) => {
    const ended = stalls.begin(`${request.method} ${addressOf(request)}`);
    reply.raw.once('close', ended);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The delay of throttled requests says nothing about the server's speed, nor does the length of an event stream.
    if (request.isThrottled || String(reply.getHeader('content-type')).startsWith('text/event-stream')) return done();
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.metricsToken)) {
      throw new AppError('route_not_found', 'Metrics can be read from this machine, directly, or with METRICS_TOKEN.');
    }
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}

/** Omits the query, which may be confidential. */
function addressOf({ url }: FastifyRequest): string {
  return url.slice(0, LONGEST_NAME).split('?', 1)[0] ?? '';
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = Buffer.from(bearerTokenOf(request) ?? '');
    const wanted = Buffer.from(token);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  return isFromThisMachine(request);
}
