import type { TokenIdentity } from '@training/shared/tokens/tokens';
import type { FastifyInstance } from 'fastify';
import type { ServerDependencies } from '../dependencies.ts';
import { authenticateToken } from '../authenticate-token.ts';
import { parseQuery } from './parse.ts';

/** Registers `GET /api/token`, which is not part of v1: returns the identity of the request's token (rules/api 12). */
export function registerTokenIdentityRoute(app: FastifyInstance, deps: ServerDependencies): void {
  const { tokenUses, rateLimits } = deps;
  app.get('/api/token', async (request, reply) => {
    const now = new Date();
    const { workspace, actor } = await authenticateToken(deps, request);
    // The settings page suggests this request to try a new token, so it must count as the token's first use.
    tokenUses.note({
      workspaceId: workspace.id,
      tokenId: actor.id,
      operation: 'GET /api/token',
      ip: request.ip,
      status: null,
      at: now,
    });
    await rateLimits.take({ workspace, actor }, 'read', now, reply);
    parseQuery(request.url.split('?')[1] ?? '', {});
    const identity: TokenIdentity = {
      id: actor.id,
      name: actor.name,
      scopes: actor.scopes,
      workspace,
      created_at: actor.createdAt,
    };
    return reply.header('cache-control', 'no-store').send(identity);
  });
}
