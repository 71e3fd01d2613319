import { z } from 'zod';
import { READ_ONLY, unavailableDatabase, type Unavailable } from './database-unavailable.ts';
import type { Database } from './database.ts';
import { defineStatement } from './statements/statement.ts';

/**
 * Writes about 1 MiB to a temporary file in the database's table space, which fails if the disk is full. Nothing
 * remains, and neither tables nor the write-ahead log grow. The rows depend on the settings, so the settings are
 * applied first.
 */
const PROBE = defineStatement({
  name: 'why-unwritable',
  scope: 'global',
  row: z.strictObject({ read_only: z.boolean(), spilled: z.number() }),
  sql: `
select current_setting('transaction_read_only') = 'on' as read_only, count(*)::int as spilled
from (select set_config('work_mem', '64kB', true) as memory, set_config('temp_tablespaces', '', true)) as settings,
  lateral generate_series(1, 40000 + 0 * length(memory)) as row`,
});

/** Returns why the database is not writable; undefined if it is. */
export async function whyUnwritable({ pool }: Pick<Database, 'pool'>): Promise<Unavailable | undefined> {
  try {
    const { read_only } = await PROBE.one(pool);
    return read_only ? READ_ONLY : undefined;
  } catch (error) {
    const unavailable = unavailableDatabase(error);
    if (!unavailable) throw error;
    return unavailable;
  }
}
