import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const current = new AsyncLocalStorage<string>();

/** Lets what is refused before it has a context say which request it was. */
export function rememberRequest(scope: FastifyInstance): void {
  scope.addHook('preHandler', (request, _reply, done) => current.run(request.id, done));
}

/** The id of the request that is being answered; null outside one. */
export const currentRequestId = (): string | null => current.getStore() ?? null;
