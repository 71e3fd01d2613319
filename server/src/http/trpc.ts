import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { appRouter, type AppRouter } from '../router.ts';
import { appErrorOf } from './app-error-of.ts';
import { trpcContext } from './console-caller.ts';
import { sendProblem } from './problem.ts';
import type { ServerDependencies } from './dependencies.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * How long a request may be as JSON: the console sends whole documents and whole sections, each up to a million
 * characters, of which none takes more than six bytes (`\u0001`), and what stands around them.
 */
const LONGEST_JSON = 6 * MEBIBYTE;

const LOCKED = 423;

/** What asks tRPC to stream the answers of a batch. */
const STREAMED = 'application/jsonl';

/** The router under `/api/trpc`: JSON, files as `application/octet-stream`, and subscriptions as server-sent events. */
export function mountTrpc(app: FastifyInstance, deps: ServerDependencies): void {
  const options: FastifyTRPCPluginOptions<AppRouter> = {
    prefix: '/api/trpc',
    trpcOptions: {
      router: appRouter,
      createContext: ({ req, res, info }) => trpcContext(deps, req, res, info),
      onError({ error, req }) {
        const known = appErrorOf(error);
        if (known.status >= 500) req.log.error({ err: error }, known.message);
      },
      responseMeta({ errors }) {
        // One status for the whole batch: that something is locked must not hide behind what else was refused.
        const known = errors.map((error) => appErrorOf(error));
        const refusal = known.find(({ status }) => status === LOCKED) ?? known[0];
        const headers = { ...refusal?.headers, 'cache-control': 'no-store' };
        return { headers, ...(refusal && { status: refusal.status }) };
      },
    },
  };
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = LONGEST_JSON;
    });
    // A streamed batch is 200 before its calls are answered, whatever becomes of them: all batches are answered
    // plainly.
    scope.addHook('onRequest', async ({ raw: { headers } }) => {
      delete headers['trpc-accept'];
      if (headers.accept?.includes(STREAMED)) headers.accept = 'application/json';
    });
    scope.setErrorHandler((error, request, reply) => {
      const known = appErrorOf(error);
      if (known.status >= 500) request.log.error({ err: error }, known.message);
      const words = `The request may have at most ${LONGEST_JSON / MEBIBYTE} MiB; a million characters fit into it.`;
      return sendProblem(reply, known.code === 'body_too_large' ? new AppError('body_too_large', words) : known);
    });
    // Passed on as it comes, unread: the procedure that takes a file counts its bytes.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    await scope.register(fastifyTRPCPlugin, options);
  });
}
