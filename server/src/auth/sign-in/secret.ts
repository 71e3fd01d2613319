import { randomBytes } from 'node:crypto';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../database/database.ts';
import { ServerSecretEntity } from './server-secret.entity.ts';

/**
 * Returns the secret that signs session cookies: AUTH_SECRET, or else one that the first instance creates in the
 * database, because instances don't have to share a DATA_DIR (rules/sign-in 7).
 */
export async function authSecret(db: Database, config: Pick<Config, 'authSecret'>): Promise<string> {
  if (config.authSecret) return config.authSecret;
  const em = db.em.fork();
  const made = { name: 'auth', value: randomBytes(32).toString('base64url') };
  await em.upsert(ServerSecretEntity, made, { onConflictAction: 'ignore' });
  return (await em.fork().findOneOrFail(ServerSecretEntity, { name: made.name })).value;
}
