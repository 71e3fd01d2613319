import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const current = new AsyncLocalStorage<string>();

/** Makes the request id available to errors raised before there is a context. */
export function registerRequestIdHook(scope: FastifyInstance): void {
  scope.addHook('preHandler', (request, _reply, done) => current.run(request.id, done));
}

/** Returns the id of the current request; null outside a request. */
export const getCurrentRequestId = (): string | null => current.getStore() ?? null;
