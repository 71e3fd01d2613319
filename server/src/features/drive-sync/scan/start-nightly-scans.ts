import { z } from 'zod';
import { eachAlone } from '../../../core/each-alone.ts';
import type { Database } from '../../../database/database.ts';
import { KNOWN_ZONE } from '../../../database/known-zone.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { driveCause } from '../connection/drive-cause.ts';
import { startCrawl } from './start-crawl.ts';

/** Maximum number of nightly crawls started per check. The next check continues. */
const MOST = 200;

/** Nights begin at 02:00 in the workspace's time zone. A drive connected since then has had its first crawl. */
const DUE = defineStatement({
  name: 'drives-due-at-night',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), night: z.string() }),
  sql: `
select c.workspace_id as "workspaceId", c.id, n.night::text as night
from drive_connections c join workspaces w on w.id = c.workspace_id
${KNOWN_ZONE}
cross join lateral (
  select ((:now::timestamptz at time zone z.zone) - interval '2 hours')::date as night,
    ((c.connected_at at time zone z.zone) - interval '2 hours')::date as connected) n
where c.state in ('connected', 'degraded') and coalesce(c.night, n.connected) < n.night
order by c.night nulls first, c.workspace_id, c.id limit ${MOST}`,
});

/** Lets only one instance start the nightly crawl. */
const BEGIN_NIGHT = defineStatement({
  name: 'begin-night-of-drive',
  scope: 'tenant',
  sql: `
update drive_connections set night = :night::date
where workspace_id = :workspaceId and id = :id and state in ('connected', 'degraded')
  and (night is null or night < :night::date)`,
});

/**
 * Starts the nightly crawl of each connection for which 02:00 has passed since the last one, however long ago
 * (rules/drives 5). A full crawl that is already running counts as the nightly one.
 */
export async function startNightlyScans({ pool, em }: Database, now: Date): Promise<void> {
  await eachAlone(await DUE.all(pool, { now }), ({ workspaceId, id, night }) =>
    em.fork().transactional(async (transaction) => {
      const begun = await BEGIN_NIGHT.run(transaction, { workspaceId, id, night });
      if (begun > 0) await startCrawl(transaction, driveCause(workspaceId, now), id, { cause: 'night' });
    }),
  );
}
