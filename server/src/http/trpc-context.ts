import { isDeepStrictEqual } from 'node:util';
import { PERSON_HEADER, WORKSPACE_HEADER } from '@training/shared/sessions';
import type { TRPCRequestInfo } from '@trpc/server/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';
import { actorRevokedError } from '../core/transaction.ts';
import type { SessionIdentity } from '../auth/sessions/console-sessions.ts';
import { findMembership } from '../auth/sessions/memberships.ts';
import { presenceProofOf } from '../auth/sessions/signed-in-identity.ts';
import { assertMemberWorkspaceHere } from '../features/workspaces/moves/find-moved.ts';
import { isRequestFromAllowedOrigin } from '../auth/sessions/origins.ts';
import type { RequestContext } from './procedures.ts';
import { clientDisconnectSignalOf } from './limits/admission.ts';
import type { ServerDependencies } from './dependencies.ts';
import { assertStorableStrings } from './assert-storable-strings.ts';
import { isFromThisMachine } from './this-machine.ts';
import { acquireRequestSlot, acquireTokenSlot, authenticateToken } from './authenticate-token.ts';

/**
 * Creates the context of a tRPC request. The caller comes from a bearer token, or from the session cookie and the
 * workspace header. A browser's event stream can't send headers, so a subscription may name the workspace in its
 * connection parameters. Each lookup runs at most once, however many procedures a batch calls.
 */
export function createTrpcContext(
  deps: ServerDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  connectionParams: TRPCRequestInfo['connectionParams'],
): RequestContext {
  const { db, admission, auth, services, streams, tokenUses, rateLimits } = deps;
  const now = new Date();
  const left = () => clientDisconnectSignalOf(reply);
  const lookUp = async () => {
    if (request.method !== 'GET' && !isRequestFromAllowedOrigin(request.headers, auth.origins())) {
      throw new AppError('origin_refused', `Open the console at ${auth.origins()[0]}.`);
    }
    const session = await auth.sessionOf(request.headers);
    const found = session && (await admission.lookups.ofSession(request, session, findMember, left));
    if (!found) throw new AppError('not_signed_in', 'Sign in, then try again.');
    if (!reply.sent) for (const cookie of found.who.setCookie) reply.header('set-cookie', cookie);
    return found;
  };
  const findMember = async (who: SessionIdentity) => {
    const slug = request.headers[WORKSPACE_HEADER] ?? connectionParams?.[WORKSPACE_HEADER];
    assertStorableStrings(connectionParams);
    if (typeof slug !== 'string' || slug === '') {
      throw new AppError('not_a_member', `The request names no workspace. Send its slug as ${WORKSPACE_HEADER}.`);
    }
    const membership = await findMembership(db, who, slug);
    if (!membership) await assertMemberWorkspaceHere(db.pool, who, slug);
    if (!membership) throw new AppError('not_a_member', `You aren’t an active member of the workspace “${slug}”.`);
    const meant = request.headers[PERSON_HEADER];
    if (meant !== undefined && meant !== membership.actor.id) {
      throw new AppError('not_signed_in', 'Someone else signed in on this device. Sign in again.');
    }
    const { device, ...found } = membership;
    return { ...found, presence: presenceProofOf(who, device) };
  };
  const lookUpOnce = once(lookUp);
  const identity = async () => (await lookUpOnce()).who;
  const findCaller = async () =>
    request.headers.authorization === undefined ? (await lookUpOnce()).member : authenticateToken(deps, request);
  const callerOnce = once(findCaller);
  const assertSameMember = async () => {
    const [{ actor }, now] = await Promise.all([callerOnce(), lookUp().then(({ member }) => member)]);
    if (!isDeepStrictEqual(actor, now.actor)) throw actorRevokedError({ actor });
  };
  return {
    db,
    now,
    requestId: request.id,
    ip: request.ip,
    caller: callerOnce,
    identity,
    admit(caller, signal) {
      if ('email' in caller) return admission.person(caller.email ?? caller.personId ?? '', () => signal);
      if (request.headers.authorization !== undefined) {
        return acquireTokenSlot(deps, request, caller.workspace.id, () => signal);
      }
      return acquireRequestSlot(admission, caller.workspace.id, () => signal, assertSameMember);
    },
    rests: (workspaceId) => admission.rests(workspaceId),
    async countCall({ workspace, actor }, operation, kind) {
      if (actor.kind !== 'token') return;
      tokenUses.note({
        workspaceId: workspace.id,
        tokenId: actor.id,
        operation,
        ip: request.ip,
        status: null,
        at: now,
      });
      await rateLimits.take({ workspace, actor }, kind, now, reply);
    },
    async countPeople({ workspace, actor }, count) {
      if (actor.kind === 'token') await rateLimits.take({ workspace, actor }, 'people', now, reply, count);
    },
    async session() {
      if (request.headers.authorization !== undefined) {
        throw new AppError('forbidden', 'API tokens have no session. Sign in to the console.');
      }
      return (await identity()).sessionId;
    },
    async openStream({ workspace, actor }, asked, signal) {
      if (actor.kind !== 'user')
        throw new AppError('forbidden', 'Only people can follow changes. Sign in to the console.');
      const { sessionId } = await identity();
      return streams.open({ workspaceId: workspace.id, person: actor.id, sessionId }, asked, signal);
    },
    singleSignOn: auth.singleSignOn.isInstalled,
    passkeySite: auth.passkeySite,
    // Only requests from this machine may know how the server is configured.
    isMailLogged: !services.entry.sendsMail && isFromThisMachine(request),
    services,
  };
}

function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => (found ??= find());
}
