import type { FastifyInstance } from 'fastify';
import { signingPublicKeysOf } from '../../platform/encryption/signing-key.ts';
import type { ServerDependencies } from '../dependencies.ts';

/** Seconds for which clients may cache the keys. */
const FRESH = 300;

/**
 * Registers `/.well-known/evidence-keys.json`: the public signing keys of this installation (RFC 7517), without
 * authentication.
 */
export function registerEvidenceKeysRoute(
  app: FastifyInstance,
  { services }: Pick<ServerDependencies, 'services'>,
): void {
  app.get('/.well-known/evidence-keys.json', async (_request, reply) =>
    reply.header('cache-control', `max-age=${FRESH}`).send({ keys: signingPublicKeysOf(services.ai.keyring) }),
  );
}
