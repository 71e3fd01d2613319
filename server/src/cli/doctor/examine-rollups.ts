import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { type Finding, ok, wrong } from './finding.ts';

const TOPIC = 'analytics';

/** Seconds a change may be pending. A running server adds it within seconds. */
const LATE = 300;

const COUNT_CHANGES = defineStatement({
  name: 'doctor-rollups',
  scope: 'cross_tenant',
  row: z.strictObject({ waiting: z.number(), oldest: z.number() }),
  sql: `
select count(*)::int as waiting, coalesce(extract(epoch from now() - min(at)), 0)::float8 as oldest
from module_stat_changes`,
});

/** Checks for pending changes that aren't in the analytics counts yet. Analytics add them at each read. */
export async function examineRollups(db: Database): Promise<Finding> {
  const facts = await COUNT_CHANGES.one(db.pool);
  const says = `${facts.waiting} changes wait to be counted, the oldest for ${Math.round(facts.oldest)} s`;
  if (facts.oldest <= LATE) return ok(TOPIC, says, facts);
  const remedy = 'nobody counts them, and reading takes ever longer: start a server, and look into its log';
  return wrong(TOPIC, says, remedy, facts);
}
