import type { FastifyInstance, onRequestHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { parseBody } from '../rest/parse.ts';
import type { AddressLimits } from './address-limits.ts';
import { hasBody, type Bodies } from './bodies.ts';

/**
 * The routes that read a body, or ask a provider, of somebody who is not known, and how often an address may ask for
 * them in a minute (rules/bounds 3). There is no other such list: a route that is not on it gets no body by itself, and
 * reads one with `Bodies` once it knows who asks.
 */
const PUBLIC_ROUTES = new Map([
  // Whole offices sit behind one address.
  ['POST /api/auth/sign-in/magic-link', 10],
  ['POST /api/auth-link', 60],
  ['POST /api/auth/sign-out', 60],
  ['POST /api/auth/sign-in/social', 60],
  ['GET /api/auth/callback/oidc', 60],
  ['GET /api/auth/get-session', 600],
]);

/** Bounds the public routes, and reads their bodies as JSON. Call it before any route is added. */
export function boundPublicRoutes(app: FastifyInstance, bodies: Bodies, addresses: AddressLimits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
  const rule = bodies.publicRule();
  const read: preHandlerAsyncHookHandler = async (request) => {
    if (hasBody(request)) request.body = parseBody(await bodies.read(request, 'nobody', rule));
  };
  app.addHook('onRoute', (route) => {
    const perMinute = PUBLIC_ROUTES.get(`${route.method === 'HEAD' ? 'GET' : String(route.method)} ${route.url}`);
    if (perMinute === undefined) return;
    const take = addresses.forRoute(perMinute);
    const limit: onRequestHookHandler = (request, _reply, done) => {
      take(request);
      done();
    };
    route.onRequest = [limit, ...[route.onRequest ?? []].flat()];
    if (route.method === 'POST') route.preHandler = [read, ...[route.preHandler ?? []].flat()];
  });
}
