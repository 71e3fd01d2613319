import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { findMembership } from '../features/sessions/memberships.ts';
import { isSameOrigin } from './auth/origins.ts';
import type { RequestContext } from './procedures.ts';
import { authenticate } from './rest/authenticate.ts';
import type { ServerDependencies } from './server.ts';

/**
 * The context of a tRPC request: a bearer token, or else the session cookie and the workspace that the header names.
 * Each is looked up at most once, however many procedures a batch calls.
 */
export function trpcContext(deps: ServerDependencies, request: FastifyRequest, reply: FastifyReply): RequestContext {
  const { db, auth } = deps;
  const identity = once(async () => {
    if (request.method !== 'GET' && !isSameOrigin(request.headers, auth.origins())) {
      throw new AppError('origin_refused', `Open the console at ${auth.origins()[0]}.`);
    }
    const found = await auth.identify(request.headers);
    if (!found) throw new AppError('not_signed_in', 'Sign in, then try again.');
    for (const cookie of found.setCookie) reply.header('set-cookie', cookie);
    return found.email;
  });
  const caller = once(async () => {
    if (request.headers.authorization !== undefined) return authenticate(db, request);
    const slug = request.headers[WORKSPACE_HEADER];
    const membership = await findMembership(db, await identity(), typeof slug === 'string' ? slug : '');
    if (!membership) {
      throw new AppError('not_a_member', `You are no active member of the workspace “${String(slug ?? '')}”.`);
    }
    return membership;
  });
  return {
    db,
    now: new Date(),
    requestId: request.id,
    ip: request.ip,
    caller,
    identity,
    singleSignOn: auth.singleSignOn,
  };
}

function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => (found ??= find());
}
