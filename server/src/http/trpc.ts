import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { appRouter, type AppRouter } from '../router.ts';
import { appErrorOf } from './app-error-of.ts';
import { trpcContext } from './console-caller.ts';
import type { ServerDependencies } from './server.ts';

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
        const [first] = errors;
        const status = first && appErrorOf(first).status;
        return { headers: { 'cache-control': 'no-store' }, ...(status !== undefined && { status }) };
      },
    },
  };
  app.register(async (scope) => {
    // Passed on as it comes, unread: the procedure that takes a file counts its bytes.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    await scope.register(fastifyTRPCPlugin, options);
  });
}
