import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { firstNames } from '../../features/secrets/stored-secret.ts';
import { type Finding, ok, wrong } from './finding.ts';

const TOPIC = 'time zones';

const UNKNOWN_ZONES = defineStatement({
  name: 'doctor-unknown-time-zones',
  scope: 'cross_tenant',
  row: z.strictObject({ slug: z.string(), time_zone: z.string() }),
  sql: `
select slug, time_zone from workspaces where not is_time_zone(time_zone) order by slug`,
});

/**
 * Finds workspaces whose time zone the database doesn't know: their nightly jobs don't run, and most of their pages
 * fail.
 */
export async function examineTimeZones(db: Database): Promise<Finding> {
  const unknown = await UNKNOWN_ZONES.all(db.pool);
  const facts = { unknown };
  if (unknown.length === 0) return ok(TOPIC, 'the database has that of each workspace', facts);
  const named = unknown.map(({ slug, time_zone: zone }) => `${zone} (${slug})`);
  const remedy =
    'update the time zone data of the database’s machine, or choose another: ' +
    'wtp workspace set --workspace SLUG --time-zone Europe/Berlin';
  return wrong(TOPIC, `the database has no time zone ${firstNames(named, 3)}`, remedy, facts);
}
