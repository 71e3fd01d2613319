import { z } from 'zod';
import { defineStatement, type StatementRunner } from './statements/statement.ts';

/**
 * Joins the time zone of each workspace `w` as `z.zone`, in a sweep. Leaves out workspaces whose zone PostgreSQL
 * doesn't know, so that one of them doesn't fail the statement for all.
 */
export const JOIN_TIME_ZONE_SKIP_UNKNOWN_SQL = `
join lateral (select case when is_time_zone(w.time_zone) then w.time_zone end as zone) z on z.zone is not null`;

const TIME = defineStatement({
  name: 'database-time',
  scope: 'global',
  row: z.strictObject({ milliseconds: z.number() }),
  sql: 'select extract(epoch from clock_timestamp())::float8 * 1000 as milliseconds',
});

/** Returns the time by the database's clock, for what is stored for all instances: one's own clock may be wrong. */
export const readDatabaseTime = async (on: StatementRunner): Promise<Date> =>
  new Date((await TIME.one(on)).milliseconds);
