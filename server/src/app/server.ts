import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Download } from '../core/download.ts';
import { AI_DOWNLOADS } from '../features/ai/files/ai-downloads.ts';
import { ANALYTICS_DOWNLOADS } from '../features/analytics/analytics-csv.ts';
import { EVIDENCE_DOWNLOADS } from '../features/evidence/evidence-downloads.ts';
import { COURSE_DOWNLOADS } from '../features/courses/course-archive.ts';
import { QTI_DOWNLOAD } from '../features/courses/qti/qti-download.ts';
import { DOCUMENT_DOWNLOAD } from '../features/attested/documents.ts';
import { PERSON_EXPORT_DOWNLOAD } from '../features/person-exports/person-export.ts';
import { GRADING_DOWNLOADS } from '../features/grading/recording-downloads.ts';
import { REPORT_DOWNLOADS } from '../features/grading/report/report-downloads.ts';
import { MEDIA_DOWNLOAD } from '../features/media/media-download.ts';
import { SCORM_DOWNLOAD } from '../features/scorm/scorm-download.ts';
import { SCIM_OPERATIONS } from '../features/scim/surface/operations.ts';
import { recordScimRequest } from '../features/scim/surface/requests.ts';
import { PEOPLE_DOWNLOADS } from '../features/users/people-csv.ts';
import { RequestBodies, releaseBodies } from '../http/bodies/bodies.ts';
import { ByteBudget } from '../http/bodies/byte-budget.ts';
import { delayContinue } from '../http/bodies/read-body.ts';
import { registerConsole, sendNotFound } from '../http/console.ts';
import type { ServerDependencies } from '../http/dependencies.ts';
import { limitInstancePort } from '../http/listen.ts';
import { admitUnauthenticated } from '../http/limits/admission.ts';
import { limitConnections, limitPipelining, cutSlowReaders } from '../http/limits/bound-connections.ts';
import { AddressLimits, limitPublicRoutes } from '../http/limits/public-routes.ts';
import { RejectedSenders, throttleRejected } from '../http/limits/throttle-rejected.ts';
import { registerReference } from '../http/openapi/register.ts';
import { appErrorOf, sendProblem } from '../http/problem.ts';
import { RequestLog } from '../http/request-log.ts';
import { mountRest } from '../http/rest/mount.ts';
import { registerTokenIdentity } from '../http/rest/token-identity.ts';
import { registerDriveConsent } from '../http/routes/drive-consent-route.ts';
import { registerDrivePush } from '../http/routes/drive-push-routes.ts';
import { registerEvidenceKeys } from '../http/routes/evidence-keys.ts';
import { registerHealth } from '../http/routes/health.ts';
import { registerMetrics } from '../http/routes/metrics.ts';
import { mountDownloads } from '../http/routes/mount-downloads.ts';
import { mountScim } from '../http/routes/mount-scim.ts';
import { SCIM_PREFIX } from '../http/routes/scim-prefix.ts';
import { registerAuth } from '../http/routes/sign-in-routes.ts';
import { readDevicePictures } from '../features/pictures/device-pictures.ts';
import { registerDevicePictures } from '../http/routes/device-picture-routes.ts';
import { registerUnsubscribe } from '../http/routes/unsubscribe-routes.ts';
import { dataHeaders, securityHeaders } from '../http/security-headers.ts';
import { knownCredentialOf } from '../http/token-caller.ts';
import { traceRequests } from '../http/trace-requests.ts';
import { mountTrpc, refuseUnprocessed } from '../http/trpc/trpc.ts';
import { newRequestId } from '../platform/log.ts';
import { createDueWorkCounter } from './due-work.ts';
import { appRouter } from './router.ts';

/** All files that can be downloaded. */
const DOWNLOADS: readonly Download[] = [
  ...AI_DOWNLOADS,
  ...COURSE_DOWNLOADS,
  QTI_DOWNLOAD,
  SCORM_DOWNLOAD,
  ...ANALYTICS_DOWNLOADS,
  ...EVIDENCE_DOWNLOADS,
  ...GRADING_DOWNLOADS,
  DOCUMENT_DOWNLOAD,
  ...PEOPLE_DOWNLOADS,
  PERSON_EXPORT_DOWNLOAD,
  ...REPORT_DOWNLOADS,
];

/** Milliseconds between checks for requests that take too long to arrive. */
const CHECKED_EVERY = 2_000;

/** Prefixes of the routes that respond with data only, also when they refuse. */
const DATA = ['/api/v1/', `${SCIM_PREFIX}/`];

/** Prefix of the console's scripts and styles, which the policy of the page that loads them governs. */
const ASSETS = '/assets/';

export function createServer(deps: ServerDependencies): FastifyInstance {
  const { config, auth, bounds } = deps;
  const loggerInstance: FastifyBaseLogger = deps.log;
  const https = auth.origins()[0].startsWith('https:');
  const always = securityHeaders({ https });
  const ofData = dataHeaders({ https });
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (log, ...bindings) => new RequestLog(log, bindings[0], bindings[1]),
    genReqId: newRequestId,
    requestIdHeader: false,
    requestTimeout: bounds.requestWithin,
    http: { headersTimeout: bounds.headersWithin, connectionsCheckingInterval: CHECKED_EVERY },
    trustProxy: config.trustProxy ?? false,
    routerOptions: { maxParamLength: 2000 },
    // Requests on open connections are still answered during shutdown.
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) => void sendProblem(reply.headers(always), appErrorOf(error)),
  });

  traceRequests(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Uses the route, because a URL can be written in several ways; a request without a route is classified by its URL.
    const address = request.routeOptions.url ?? request.url;
    const isData =
      DATA.some((prefix) => address.startsWith(prefix)) || request.routeOptions.url?.startsWith(ASSETS) === true;
    reply.headers(isData ? ofData : always).header('x-request-id', request.id);
    done();
  });
  limitInstancePort(app);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (deps.stopping.aborted) reply.header('connection', 'close');
    done();
  });
  // Redacting secrets costs four times as much as the log line itself, and the fields logged here are fixed.
  const requests = deps.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    // Requests of a throttled sender aren't logged: one line was logged when the throttling began.
    if (request.isThrottled) return done();
    const { id: reqId, method, url, ip } = request;
    const address = url.split('?', 1)[0];
    const { statusCode: status, elapsedTime } = reply;
    requests.info({ reqId, method, url: address, status, ms: Math.round(elapsedTime), ip }, 'request');
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const known = appErrorOf(error);
    if (known.isFault) request.log.error({ err: error }, known.message);
    request.noteRefusal(known);
    return sendProblem(reply, known);
  });

  const bodies = new RequestBodies(bounds);
  const answers = new ByteBudget(bounds.answers);
  const refusals = new RejectedSenders(bounds.refusals);
  releaseBodies(app, bounds);
  limitPipelining(app, bounds);
  delayContinue(app);
  limitConnections(app, bounds, config.trustProxy !== undefined);
  cutSlowReaders(app, bounds);
  throttleRejected(app, {
    bounds,
    refusals,
    knownCredentialOf: (request) => knownCredentialOf(deps, request),
    answer: refuseUnprocessed,
    stopping: deps.stopping,
  });
  limitPublicRoutes(app, bodies, new AddressLimits(deps.log));
  admitUnauthenticated(app, deps.admission);
  registerHealth(app, deps);
  registerEvidenceKeys(app, deps);
  const { shards, streams } = deps.pools;
  const counted = shards.length > 1 ? shards.map(({ jobs }) => jobs) : [streams];
  registerMetrics(app, deps, { bodies, answers, refusals, dueWork: createDueWorkCounter(...counted) });
  registerDevicePictures(app, { auth, picturesOn: (device, ids) => readDevicePictures(deps, device, ids) });
  registerAuth(app, { auth });
  registerUnsubscribe(app, deps);
  registerDrivePush(app, deps);
  registerTokenIdentity(app, deps);
  registerReference(app, appRouter, deps);
  mountRest(app, appRouter, { deps, bodies, answers });
  mountScim(app, SCIM_OPERATIONS, { deps, bodies, noteOutcome: recordScimRequest });
  registerDriveConsent(app, appRouter, deps);
  mountTrpc(app, { router: appRouter, deps, bodies, answers });
  mountDownloads(app, DOWNLOADS, { deps, answers });
  mountDownloads(app, [MEDIA_DOWNLOAD], { deps, answers }, '/media');
  const { page } = registerConsole(app);
  sendNotFound(app, page);
  return app;
}
