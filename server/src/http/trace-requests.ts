import type { FastifyInstance } from 'fastify';
import { beginRequestSpan, isTracing } from '../platform/tracing/spans.ts';
import { INSTANCE_PORT_PATHS } from './listen.ts';

/**
 * Records a span for each request, by its route. Requests of monitoring aren't recorded. Add it before other hooks, so
 * that all work is part of the span.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers } = request;
    const route = request.routeOptions.url;
    const span = INSTANCE_PORT_PATHS.has(route ?? '') ? undefined : beginRequestSpan(method, headers);
    if (!span) return done();
    reply.raw.once('close', () => {
      const { statusCode: status } = reply;
      const isAnswered = reply.raw.headersSent;
      span.end({
        name: route === undefined ? method : `${method} ${route}`,
        attributes: {
          'http.request.method': method,
          'training.request.id': id,
          ...(route !== undefined && { 'http.route': route }),
          ...(isAnswered ? { 'http.response.status_code': status } : { 'error.type': 'aborted' }),
        },
        failed: isAnswered && status >= 500,
      });
    });
    span.run(done);
  });
}
