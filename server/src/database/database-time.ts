import { z } from 'zod';
import { defineStatement, type Runner } from './statements/statement.ts';

const TIME = defineStatement({
  name: 'database-time',
  scope: 'global',
  row: z.strictObject({ milliseconds: z.number() }),
  sql: 'select extract(epoch from clock_timestamp())::float8 * 1000 as milliseconds',
});

/** Returns the time by the database's clock, for what is stored for all instances: one's own clock may be wrong. */
export const databaseTime = async (on: Runner): Promise<Date> => new Date((await TIME.one(on)).milliseconds);
