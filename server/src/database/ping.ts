import type { Database } from './database.ts';
import { defineStatement } from './statements/statement.ts';

const PING = defineStatement({ name: 'ping', scope: 'global', sql: 'select 1' });

/** @throws if the database is unavailable. */
export async function ping({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await PING.run(pool);
}
