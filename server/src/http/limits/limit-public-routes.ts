import type { FastifyInstance, onRequestHookHandler, preValidationAsyncHookHandler, FastifyRequest } from 'fastify';
import { hasBody, type RequestBodyReader } from '../bodies/request-body-reader.ts';
import { parseJsonBody } from '../bodies/read-body.ts';
import { AppError } from '../../core/errors.ts';
import { FixedWindowLimiter } from '../../platform/concurrency/fixed-window-counter.ts';
import { clientAddressesOf } from './client-address.ts';

const MINUTE = 60_000;

/** Factor by which the limit is raised for an address that seems to be shared by many users. */
const SHARED = 60;

type Log = { warn(fields: object, message: string): void };

/**
 * Rate limits per address for the public routes. Behind a proxy that TRUST_PROXY doesn't name, all users share the
 * proxy's address. Then each address the proxy reports gets the normal limit, and the proxy itself a much higher one,
 * because a client that only pretends to be a proxy can report any address.
 */
export class AddressRateLimits {
  readonly #log: Log;
  #hasWarned = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @returns A function that counts one attempt and throws AppError 429 `rate_limited` with `Retry-After` */
  forRoute(perMinute: number): (request: Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>) => void {
    const single = new FixedWindowLimiter({ most: perMinute, window: MINUTE });
    const shared = new FixedWindowLimiter({ most: perMinute * SHARED, window: MINUTE });
    return (request) => {
      const now = Date.now();
      const { address, claimed } = clientAddressesOf(request);
      if (claimed === undefined) return refuse(single.take(address, now));
      this.#warn(request.ip);
      refuse(shared.take(address, now));
      refuse(single.take(`${address} for ${claimed}`, now));
    };
  }

  #warn(address: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#log.warn(
      { address },
      `A proxy that TRUST_PROXY does not name passes requests on: the addresses of people are not known, and their limits
 are wide. If ${address} is your proxy, start with TRUST_PROXY=${address}.`.replace('\n', ''),
    );
  }
}

function refuse(wait: number): void {
  if (wait === 0) return;
  throw new AppError('rate_limited', 'Too many attempts from this address. Wait a moment, then try again.', {
    headers: { 'retry-after': String(Math.ceil(wait / 1000)) },
  });
}

const KIBIBYTE = 1024;

type PublicRoute = {
  /** Requests allowed per address and minute. Whole offices may share an address. */
  perMinute: number;
  /**
   * Maximum length of the body in bytes: 64 KiB at most and no more than needed, because all public routes share a
   * small budget.
   */
  most: number;
  /** The body is discarded; mail clients send a fixed one to mark a one-click unsubscription. */
  unread?: true;
  /** The body is passed on as bytes, because its sender has signed them. */
  raw?: true;
};

/**
 * Routes that read a body or call a provider for unauthenticated callers (rules/bounds 3). This is the only such list:
 * other routes get no body automatically, and read it with `RequestBodyReader` after they have authenticated the
 * caller.
 */
const PUBLIC_ROUTES = new Map<string, PublicRoute>([
  ['POST /api/auth/sign-in/magic-link', { perMinute: 10, most: 8 * KIBIBYTE }],
  ['POST /api/auth-link', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['POST /api/auth/passkey-challenge', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-in/passkey', { perMinute: 60, most: 8 * KIBIBYTE }],
  // At the start of a shift, a whole site signs in. Wrong PINs have limits of their own.
  ['POST /api/auth/sign-in/pin', { perMinute: 300, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-in/pin-code', { perMinute: 300, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-in/shared-device', { perMinute: 300, most: 8 * KIBIBYTE }],
  ['POST /api/auth/shared-device', { perMinute: 300, most: 8 * KIBIBYTE }],
  ['POST /api/auth/shared-device/people', { perMinute: 300, most: 8 * KIBIBYTE }],
  ['POST /api/auth/shared-device/pictures', { perMinute: 1_500, most: 8 * KIBIBYTE }],
  ['POST /api/auth/shared-device/set-up', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-out', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-in/social', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['POST /api/auth/sign-in/issuers', { perMinute: 60, most: 8 * KIBIBYTE }],
  ['GET /api/auth/callback/oidc', { perMinute: 60, most: 0 }],
  ['GET /api/auth/callback/oidc/:workspace', { perMinute: 60, most: 0 }],
  ['GET /api/auth/saml/:workspace', { perMinute: 60, most: 0 }],
  ['GET /api/auth/callback/saml/:workspace', { perMinute: 60, most: 0 }],
  ['POST /api/auth/callback/saml/:workspace', { perMinute: 60, most: 64 * KIBIBYTE, raw: true }],
  ['GET /api/drives/google/callback', { perMinute: 60, most: 0 }],
  // Mail providers send requests for many of their users from few addresses.
  ['GET /api/unsubscribe', { perMinute: 600, most: 0 }],
  ['POST /api/unsubscribe', { perMinute: 600, most: 8 * KIBIBYTE, unread: true }],
  ['POST /api/unsubscribe/undo', { perMinute: 60, most: 8 * KIBIBYTE, unread: true }],
  // Push notifications of drives for all workspaces come from few addresses.
  ['POST /api/drives/google/:channel', { perMinute: 6_000, most: 64 * KIBIBYTE, unread: true }],
  ['POST /api/drives/lark/:connection', { perMinute: 6_000, most: 64 * KIBIBYTE, raw: true }],
]);

/**
 * Applies the limits of the public routes and reads their bodies, as JSON unless they are raw or discarded. Call it
 * before adding any route.
 */
export function limitPublicRoutes(app: FastifyInstance, bodies: RequestBodyReader, addresses: AddressRateLimits): void {
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
    const read: preValidationAsyncHookHandler = async (request) => {
      if (!hasBody(request)) return;
      const body = await bodies.read(request, 'nobody', rule);
      if (bound.raw) request.body = body;
      else if (!bound.unread) request.body = parseJsonBody(body);
    };
    route.onRequest = [limit, ...[route.onRequest ?? []].flat()];
    // Before the slot: whoever sends slowly holds up nobody.
    if (route.method === 'POST') route.preValidation = [read, ...[route.preValidation ?? []].flat()];
  });
}
