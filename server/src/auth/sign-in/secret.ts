import { randomBytes } from 'node:crypto';
import type { Config } from '../../core/config.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';

const MAKE_SECRET = defineStatement({
  name: 'make-auth-secret',
  scope: 'global',
  sql: `insert into server_secrets (name, value) values ('auth', :value) on conflict (name) do nothing`,
});

const READ_SECRET = defineStatement({
  name: 'read-auth-secret',
  scope: 'global',
  row: z.strictObject({ value: z.string() }),
  sql: `select value from server_secrets where name = 'auth'`,
});

/**
 * Returns the secret that signs session cookies: AUTH_SECRET, or else one that the first instance creates in the
 * database, because instances don't have to share a DATA_DIR (rules/sign-in 7).
 */
export async function authSecret(db: Database, config: Pick<Config, 'authSecret'>): Promise<string> {
  if (config.authSecret) return config.authSecret;
  await MAKE_SECRET.run(db.pool, { value: randomBytes(32).toString('base64url') });
  return (await READ_SECRET.one(db.pool)).value;
}
