import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { DownloadRoute } from '../core/download.ts';
import { OWN_RECORDING_DOWNLOAD_ROUTES } from '../features/ai/files/ai-downloads.ts';
import { ANALYTICS_DOWNLOAD_ROUTES } from '../features/analytics/analytics-csv.ts';
import { EVIDENCE_DOWNLOAD_ROUTES } from '../features/evidence/evidence-downloads.ts';
import { ARCHIVE_AND_CSV_DOWNLOAD_ROUTES } from '../features/courses/course-archive.ts';
import { QTI_DOWNLOAD_ROUTE } from '../features/courses/qti/qti-download.ts';
import { DOCUMENT_DOWNLOAD_ROUTE } from '../features/attested/documents.ts';
import { PERSON_EXPORT_DOWNLOAD_ROUTE } from '../features/person-exports/person-export.ts';
import { RECORDING_DOWNLOAD_ROUTES } from '../features/grading/recording-downloads.ts';
import { GRADING_REPORT_DOWNLOAD_ROUTES } from '../features/grading/report/report-downloads.ts';
import { MEDIA_DOWNLOAD_ROUTE } from '../features/media/media-download.ts';
import { SCORM_DOWNLOAD_ROUTE } from '../features/scorm/scorm-download.ts';
import { SCIM_OPERATIONS } from '../features/scim/surface/operations.ts';
import { recordScimRequest } from '../features/scim/surface/requests.ts';
import { PEOPLE_DOWNLOAD_ROUTES } from '../features/users/people-csv.ts';
import { RequestBodyReader, registerBodyReleaseHook } from '../http/bodies/request-body-reader.ts';
import { ByteBudget } from '../http/bodies/byte-budget.ts';
import { delayContinueResponses } from '../http/bodies/read-body.ts';
import { registerConsole, registerUnmatchedRouteHook } from '../http/console.ts';
import type { ServerDependencies } from '../http/dependencies.ts';
import { restrictInstancePortPaths } from '../http/listen.ts';
import { registerUnauthenticatedAdmission } from '../http/limits/admission.ts';
import {
  limitConnectionsPerSender,
  limitPipelining,
  closeSlowReaderConnections,
} from '../http/limits/bound-connections.ts';
import { AddressRateLimits, limitPublicRoutes } from '../http/limits/limit-public-routes.ts';
import { RejectedSenderCounter, throttleRejectedSenders } from '../http/limits/throttle-rejected.ts';
import { registerApiReferenceRoutes } from '../http/openapi/api-reference-routes.ts';
import { appErrorOf, sendProblem } from '../http/problem.ts';
import { LazyRequestLogger } from '../http/request-logger.ts';
import { mountRest } from '../http/rest/mount.ts';
import { registerTokenIdentityRoute } from '../http/rest/token-identity.ts';
import { registerDriveConsentCallback } from '../http/routes/drive-consent-route.ts';
import { registerDrivePushRoutes } from '../http/routes/drive-push-routes.ts';
import { registerEvidenceKeysRoute } from '../http/routes/evidence-keys.ts';
import { registerHealthRoutes } from '../http/routes/health.ts';
import { registerMetricsRoute } from '../http/routes/metrics.ts';
import { mountDownloads } from '../http/routes/mount-downloads.ts';
import { mountScim } from '../http/routes/mount-scim.ts';
import { SCIM_PREFIX } from '../http/routes/scim-prefix.ts';
import { registerSignInRoutes } from '../http/routes/sign-in-routes.ts';
import { readPeoplePicturesForDevice } from '../features/pictures/device-pictures.ts';
import { registerDevicePeoplePicturesRoute } from '../http/routes/device-picture-routes.ts';
import { registerUnsubscribeRoutes } from '../http/routes/unsubscribe-routes.ts';
import {
  createConsoleDataSecurityHeaders,
  createNonPageSecurityHeaders,
  createPageSecurityHeaders,
} from '../http/security-headers.ts';
import { knownSessionOrTokenOf } from '../http/authenticate-token.ts';
import { traceRequests } from '../http/trace-requests.ts';
import { mountTrpc, refuseUnprocessedRequest, TRPC_PREFIX } from '../http/trpc/trpc.ts';
import { newRequestId } from '../platform/log.ts';
import { createDueWorkCounter } from './due-work.ts';
import { appRouter } from './router.ts';

/** All files that can be downloaded. */
const DOWNLOADS: readonly DownloadRoute[] = [
  ...OWN_RECORDING_DOWNLOAD_ROUTES,
  ...ARCHIVE_AND_CSV_DOWNLOAD_ROUTES,
  QTI_DOWNLOAD_ROUTE,
  SCORM_DOWNLOAD_ROUTE,
  ...ANALYTICS_DOWNLOAD_ROUTES,
  ...EVIDENCE_DOWNLOAD_ROUTES,
  ...RECORDING_DOWNLOAD_ROUTES,
  DOCUMENT_DOWNLOAD_ROUTE,
  ...PEOPLE_DOWNLOAD_ROUTES,
  PERSON_EXPORT_DOWNLOAD_ROUTE,
  ...GRADING_REPORT_DOWNLOAD_ROUTES,
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
  const always = createPageSecurityHeaders({ https });
  const ofData = createNonPageSecurityHeaders({ https });
  const ofConsoleData = createConsoleDataSecurityHeaders({ https });
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (log, ...bindings) => new LazyRequestLogger(log, bindings[0], bindings[1]),
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
    const isConsoleData = address.startsWith(TRPC_PREFIX);
    reply.headers(isData ? ofData : isConsoleData ? ofConsoleData : always).header('x-request-id', request.id);
    done();
  });
  restrictInstancePortPaths(app);
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

  const bodies = new RequestBodyReader(bounds);
  const answers = new ByteBudget(bounds.answers);
  const refusals = new RejectedSenderCounter(bounds.refusals);
  registerBodyReleaseHook(app, bounds);
  limitPipelining(app, bounds);
  delayContinueResponses(app);
  limitConnectionsPerSender(app, bounds, config.trustProxy !== undefined);
  closeSlowReaderConnections(app, bounds);
  throttleRejectedSenders(app, {
    bounds,
    refusals,
    knownCredentialOf: (request) => knownSessionOrTokenOf(deps, request),
    answer: refuseUnprocessedRequest,
    stopping: deps.stopping,
  });
  limitPublicRoutes(app, bodies, new AddressRateLimits(deps.log));
  registerUnauthenticatedAdmission(app, deps.admission);
  registerHealthRoutes(app, deps);
  registerEvidenceKeysRoute(app, deps);
  const { shards, streams } = deps.pools;
  const counted = shards.length > 1 ? shards.map(({ jobs }) => jobs) : [streams];
  registerMetricsRoute(app, deps, { bodies, answers, refusals, dueWork: createDueWorkCounter(...counted) });
  registerDevicePeoplePicturesRoute(app, {
    auth,
    picturesOn: (device, ids) => readPeoplePicturesForDevice(deps, device, ids),
  });
  registerSignInRoutes(app, { auth });
  registerUnsubscribeRoutes(app, deps);
  registerDrivePushRoutes(app, deps);
  registerTokenIdentityRoute(app, deps);
  registerApiReferenceRoutes(app, appRouter, deps);
  mountRest(app, appRouter, { deps, bodies, answers });
  mountScim(app, SCIM_OPERATIONS, { deps, bodies, noteOutcome: recordScimRequest });
  registerDriveConsentCallback(app, appRouter, deps);
  mountTrpc(app, { router: appRouter, deps, bodies, answers });
  mountDownloads(app, DOWNLOADS, { deps, answers });
  mountDownloads(app, [MEDIA_DOWNLOAD_ROUTE], { deps, answers }, '/media');
  const { page } = registerConsole(app);
  registerUnmatchedRouteHook(app, page);
  return app;
}
