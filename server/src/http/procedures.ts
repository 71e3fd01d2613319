import { initTRPC } from '@trpc/server';
import type { LearnerSignInEvidence } from '@training/shared/evidence/presence';
import type { SubscribeToLiveTopics } from '@training/shared/live';
import type { Permission } from '@training/shared/permissions';
import type { RelyingParty } from '../auth/passkeys/relying-party.ts';
import type { SessionIdentity } from '../auth/sessions/console-sessions.ts';
import type { SignedInIdentity } from '../auth/sessions/signed-in-identity.ts';
import type { Actor, Context, Workspace } from '../core/context.ts';
import { requirePermittedReach } from '../core/permitted-reach.ts';
import type { Services } from '../core/services.ts';
import { runAsRequest } from '../database/statements/guarded-writes.ts';
import { runInSpan } from '../platform/tracing/spans.ts';
import type { ReleaseSlot } from '../platform/concurrency/fair-semaphore.ts';
import { appErrorOf } from './problem.ts';
import { RequestSlot } from './request-slot.ts';
import { getCurrentRequestId } from './current-request.ts';
import type { ProcedureMeta } from './rest/procedure-meta.ts';
import { assertStorableStrings } from './assert-storable-strings.ts';
import type { EventStream } from './streams/event-stream.ts';
import { trpcErrorShapeOf } from './trpc/trpc-error.ts';

type Caller = { workspace: Workspace; actor: Actor; presence?: LearnerSignInEvidence };

/** Context of a request before its caller is known. Lookups run at most once per request. */
export type RequestContext = Pick<
  Context,
  'db' | 'now' | 'requestId' | 'ip' | 'transaction' | 'unfinished' | 'streams' | 'files'
> & {
  /** @throws AppError 401 if the caller isn't authenticated, 403 if they aren't a member of the workspace. */
  caller(): Promise<Caller>;
  /** Returns the signed-in user. @throws AppError 401; 503 `busy` */
  identity(): Promise<SessionIdentity>;
  /** Waits for a slot (rules/bounds 7). Absent if the request already has one. @throws AppError 503 `busy` */
  admit?(caller: { workspace: Workspace } | SignedInIdentity, signal: AbortSignal | undefined): Promise<ReleaseSlot>;
  /** The slot of a request that goes on to answer a file, or that waits for storage; otherwise one is taken. */
  slot?: RequestSlot;
  /** Returns a function that waits between two parts of a workspace's long work, if other workspaces send requests. */
  rests?(workspaceId: string): () => Promise<void>;
  /** Counts and records a call made with a token. Absent if the request was already counted. @throws AppError 429 */
  countCall?(caller: Caller, operation: string, kind: 'read' | 'write'): Promise<void>;
  /** Counts the people in a call made with a token. Absent if they were already counted. @throws AppError 429 */
  countPeople?(caller: Caller, count: number): Promise<void>;
  /** Returns the hash that identifies the caller's session. @throws AppError if there is no session */
  session(): Promise<string>;
  /** Opens an event stream for the caller's session. @throws AppError 401, and 403 if the caller isn't a user. */
  openStream(caller: Caller, asked: SubscribeToLiveTopics, signal: AbortSignal): Promise<EventStream>;
  singleSignOn: boolean;
  /** Returns where passkeys work; undefined if nowhere. */
  passkeySite(): RelyingParty | undefined;
  /** True if mail goes to the server's log and the caller may know that. */
  isMailLogged: boolean;
  services: Services;
};

type ProcedureContext = Context &
  Services & {
    /** Returns the hash that identifies the caller's session. @throws AppError if there is no session */
    session(): Promise<string>;
    /** Opens the page's event stream, which ends when `signal` is aborted. */
    follow(asked: SubscribeToLiveTopics, signal: AbortSignal | undefined): Promise<EventStream>;
  };

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    // Subscriptions end periodically and the client reconnects, so that neither side keeps dead connections.
    sse: {
      maxDurationMs: 600_000,
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
    },
    errorFormatter({ shape, error, ctx }) {
      const { path, code } = shape.data;
      const requestId = ctx?.requestId ?? getCurrentRequestId();
      return { ...shape, ...trpcErrorShapeOf(appErrorOf(error), { path, requestId }, code) };
    },
  });

export const router = t.router;

/**
 * Builds a procedure that needs `permission` in a workspace. Workspace data has no other builder, so no procedure can
 * forget the check.
 */
export function permittedProcedure(permission: Permission) {
  return t.procedure.meta({ permission }).use(async ({ ctx, path, type, signal, getRawInput, meta, next }) => {
    const { workspace, actor, presence } = await ctx.caller();
    const { db, now, requestId, ip, transaction, unfinished, streams, files, services } = ctx;
    const reach = requirePermittedReach(actor, permission);
    await ctx.countCall?.({ workspace, actor }, path, type === 'mutation' ? 'write' : 'read');
    const people = meta?.operation?.people;
    if (people) await ctx.countPeople?.({ workspace, actor }, people(await getRawInput()));
    // An event stream takes no slot: its checks use connections of their own.
    const admit = async () => (type === 'subscription' ? undefined : ctx.admit?.({ workspace }, signal));
    const slot = ctx.slot ?? new RequestSlot(admit);
    await slot.take();
    const context: ProcedureContext = {
      ...services,
      storage: slot.storage(services.storage),
      db,
      workspace,
      actor,
      reach,
      ...(presence && { presence }),
      now,
      requestId,
      ip,
      outside: (work) => slot.outside(work),
      ...(ctx.rests && { rest: ctx.rests(workspace.id) }),
      session: () => ctx.session(),
      ...(transaction && { transaction }),
      ...(unfinished && { unfinished }),
      ...(streams && { streams }),
      ...(files && { files }),
      follow: (asked, signal = new AbortController().signal) => ctx.openStream({ workspace, actor }, asked, signal),
    };
    try {
      assertStorableStrings(await getRawInput(), meta?.operation?.rows);
      return await runInSpan(path, { 'rpc.system.name': 'trpc' }, async (describe) => {
        const result = await runAsRequest(() => next({ ctx: context }));
        if (!result.ok) describe({ 'error.type': appErrorOf(result.error).code });
        return result;
      });
    } finally {
      slot.giveBack();
    }
  });
}

/** Creates a procedure that needs no authentication and reads no data, and so needs no slot. */
export const publicProcedure = t.procedure;

/** Builds procedures for signed-in users, whatever their workspaces. */
export const signedInProcedure = t.procedure.use(async ({ ctx, signal, getRawInput, next }) => {
  const release = await ctx.admit?.(await ctx.identity(), signal);
  try {
    assertStorableStrings(await getRawInput());
    return await next();
  } finally {
    release?.();
  }
});
