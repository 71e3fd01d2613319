import type { FastifyInstance, onRequestHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import type { AddressLimits } from './address-limits.ts';
import { hasBody, type Bodies } from './bodies.ts';
import { parseBody } from './json-body.ts';

const KIBIBYTE = 1024;

type PublicRoute = {
  /** How often an address may ask for it in a minute: whole offices sit behind one. */
  perMinute: number;
  /**
   * How long its body may be in bytes: 64 KiB at most, and no more than it needs, because all of them share a little.
   */
  most: number;
  /** Whatever it holds is only thrown away: a program of mails says with it that it is one. */
  unread?: true;
  /** It is handed on as it came: who sent it has signed its bytes. */
  raw?: true;
};

/**
 * The routes that read a body, or ask a provider, of somebody who is not known (rules/bounds 3). There is no other such
 * list: a route that is not on it gets no body by itself, and reads one with `Bodies` once it knows who asks.
 */
const PUBLIC_ROUTES = new Map<string, PublicRoute>([
  ['POST /api/auth/sign-in/magic-link', { perMinute: 10, most: 8 * KIBIBYTE }],
  ['POST /api/auth-link', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-out', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-in/social', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['GET /api/auth/callback/oidc', { perMinute: 60, most: 0 }],
  ['GET /api/drives/google/callback', { perMinute: 60, most: 0 }],
  ['GET /api/auth/get-session', { perMinute: 600, most: 0 }],
  // Providers of mail ask for many of their people from few addresses.
  ['GET /api/unsubscribe', { perMinute: 600, most: 0 }],
  ['POST /api/unsubscribe', { perMinute: 600, most: 8 * KIBIBYTE, unread: true }],
  ['POST /api/unsubscribe/undo', { perMinute: 60, most: 8 * KIBIBYTE, unread: true }],
  // Drives of all workspaces ring from few addresses.
  ['POST /api/drives/google/:channel', { perMinute: 6_000, most: 64 * KIBIBYTE, unread: true }],
  ['POST /api/drives/lark/:connection', { perMinute: 6_000, most: 64 * KIBIBYTE, raw: true }],
]);

/**
 * Bounds the public routes, and reads their bodies, as JSON where they are not thrown away. Call it before any route is
 * added.
 */
export function boundPublicRoutes(app: FastifyInstance, bodies: Bodies, addresses: AddressLimits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
  app.addHook('onRoute', (route) => {
    const bound = PUBLIC_ROUTES.get(`${route.method === 'HEAD' ? 'GET' : String(route.method)} ${route.url}`);
    if (bound === undefined) return;
    const take = addresses.forRoute(bound.perMinute);
    const limit: onRequestHookHandler = (request, _reply, done) => {
      take(request);
      done();
    };
    const rule = bodies.publicRule(bound.most);
    const read: preHandlerAsyncHookHandler = async (request) => {
      if (!hasBody(request)) return;
      const body = await bodies.read(request, 'nobody', rule);
      if (bound.raw) request.body = body;
      else if (!bound.unread) request.body = parseBody(body);
    };
    route.onRequest = [limit, ...[route.onRequest ?? []].flat()];
    if (route.method === 'POST') route.preHandler = [read, ...[route.preHandler ?? []].flat()];
  });
}
