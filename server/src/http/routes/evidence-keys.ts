import type { FastifyInstance } from 'fastify';
import { publicKeysOf } from '../../platform/encryption/signing-key.ts';
import type { ServerDependencies } from '../dependencies.ts';

/** How long others may go by what they got, in seconds. */
const FRESH = 300;

/** `/.well-known/evidence-keys.json`: the keys that sign for this installation (RFC 7517), open to everybody. */
export function registerEvidenceKeys(app: FastifyInstance, { ai }: Pick<ServerDependencies, 'ai'>): void {
  app.get('/.well-known/evidence-keys.json', async (_request, reply) =>
    reply.header('cache-control', `max-age=${FRESH}`).send({ keys: publicKeysOf(ai.keyring) }),
  );
}
