import { randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';

/**
 * What session cookies are signed with: AUTH_SECRET, or one that the first instance makes and all find in the
 * database, since they need not share a DATA_DIR (decisions §11).
 */
export async function authSecret(db: Database, config: Pick<Config, 'authSecret'>): Promise<string> {
  if (config.authSecret) return config.authSecret;
  await db.pool.query(`insert into server_secrets (name, value) values ('auth', $1) on conflict (name) do nothing`, [
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await db.pool.query<{ value: string }>(`select value from server_secrets where name = 'auth'`);
  const [row] = rows;
  if (!row) throw new Error('The signing secret vanished from server_secrets while it was read');
  return row.value;
}
