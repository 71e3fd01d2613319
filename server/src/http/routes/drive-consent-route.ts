import {
  DriveConsentFailure,
  FinishDriveAuthorization,
  GOOGLE_DRIVE_CALLBACK_PATH,
  workspaceSlugOfOAuthState,
} from '@training/shared/drives/connect-drive';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { callTRPCProcedure, type AnyRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { appErrorOf } from '../problem.ts';
import { createTrpcContext } from '../trpc-context.ts';
import type { ServerDependencies } from '../dependencies.ts';

/** Google's response; other fields are ignored. */
const Answer = z.object({ state: z.string().max(200), code: z.string().optional(), error: z.string().optional() });

const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);

const Connected = z.object({ id: z.uuid() });

/**
 * Registers the OAuth callback of Google's consent page. It always redirects to the drives page, which shows the
 * result. Nothing from the callback's URL is repeated in the redirect.
 */
export function registerDriveConsentCallback(app: FastifyInstance, router: AnyRouter, deps: ServerDependencies): void {
  app.get(GOOGLE_DRIVE_CALLBACK_PATH, async (request, reply) => {
    const [origin] = deps.auth.origins();
    reply.header('cache-control', 'no-store');
    const answer = Answer.safeParse(request.query);
    const slug = Slug.safeParse(answer.success ? workspaceSlugOfOAuthState(answer.data.state) : undefined);
    if (!answer.success || !slug.success) return reply.redirect(origin);
    const page = `${origin}/${slug.data}/settings/drives`;
    const failed = (why: DriveConsentFailure) => reply.redirect(`${page}?failed=${why}`);
    if (answer.data.error === 'access_denied') return failed('denied');
    const input = FinishDriveAuthorization.safeParse({ state: answer.data.state, code: answer.data.code });
    if (!input.success) return failed('failed');
    // The state names the workspace. Only the session and workspace that created the state may finish it.
    request.headers[WORKSPACE_HEADER] = slug.data;
    try {
      const connected: unknown = await callTRPCProcedure({
        router,
        path: 'drives.finishAuthorization',
        type: 'mutation',
        getRawInput: () => Promise.resolve(input.data),
        ctx: createTrpcContext(deps, request, reply, null),
        signal: undefined,
        batchIndex: 0,
      });
      return await reply.redirect(`${page}?connected=${Connected.parse(connected).id}`);
    } catch (error) {
      const known = appErrorOf(error);
      if (known.isFault) request.log.error({ err: error }, known.message);
      const code = known.code === 'not_a_member' ? 'forbidden' : known.code;
      return failed(DriveConsentFailure.safeParse(code).data ?? 'failed');
    }
  });
}
