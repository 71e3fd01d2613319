import { WalkCause } from '@training/shared/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

/** Lease on a crawl. Longer than any single response may take. */
const LEASE = `interval '90 seconds'`;

const Claimed = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  connectionId: z.uuid(),
  cause: WalkCause,
  departmentId: z.uuid().nullable(),
  startTokens: z.record(z.string(), z.string()),
  leasedUntil: z.date(),
  failingSince: z.date().nullable(),
  attempts: z.int(),
});
/** A claimed crawl. `leasedUntil` identifies the claim: another claim's writes fail. */
export type Crawl = z.infer<typeof Claimed>;

/** Picks the workspace with the fewest crawls in progress, then the one that has waited longest. */
const CLAIM = defineStatement({
  name: 'claim-drive-walk',
  scope: 'sweep',
  row: Claimed,
  sql: `
with running as materialized (
  select workspace_id, id, leased_until, not_before, turn_at, started_at,
    count(*) filter (where leased_until > now()) over w as at_work, max(turn_at) over w as workspace_turn_at
  from drive_walks where state = 'running'
  window w as (partition by workspace_id)
), next as (
  select workspace_id, id from running
  where coalesce(leased_until, '-infinity') <= now() and coalesce(not_before, '-infinity') <= now()
  order by at_work, workspace_turn_at nulls first, turn_at nulls first, started_at, id limit 1
)
update drive_walks k set leased_until = now() + ${LEASE}, turn_at = now(), not_before = null, attempts = k.attempts + 1
from next
where k.workspace_id = next.workspace_id and k.id = next.id and k.state = 'running'
  and coalesce(k.leased_until, '-infinity') <= now()
returning k.workspace_id as "workspaceId", k.id, k.connection_id as "connectionId", k.cause,
  k.department_id as "departmentId", k.start_tokens as "startTokens", k.leased_until as "leasedUntil",
  k.failing_since as "failingSince", k.attempts`,
});

/** Claims the next crawl. Only one instance gets it. */
export function claimCrawl(on: Runner): Promise<Crawl | undefined> {
  return CLAIM.first(on);
}

const KEEP = defineStatement({
  name: 'keep-drive-walk',
  scope: 'tenant',
  row: z.strictObject({ leasedUntil: z.date() }),
  sql: `
update drive_walks set leased_until = greatest(now() + ${LEASE}, leased_until + interval '1 millisecond'),
  attempts = case when :isAnswered then 0 else attempts end,
  failing_since = case when :isAnswered then null else failing_since end
where workspace_id = :workspaceId and id = :id and state = 'running' and leased_until = :leasedUntil
  and exists (select from drive_connections
    where workspace_id = :workspaceId and id = :connectionId and state in ('connected', 'degraded'))
returning leased_until as "leasedUntil"`,
});

/** Another instance has claimed the crawl, or it has ended. */
export class CrawlLost extends Error {
  override readonly name = 'WalkLost';
}

/**
 * Renews the lease and locks the crawl until the transaction ends. Called first in each transaction, so that nothing is
 * written after the lease was lost or the drive disconnected. `isAnswered` resets the attempts and failures. Returns
 * the `leasedUntil` that applies once the transaction has committed.
 * @throws WalkLost
 */
export async function lockClaimedCrawl(
  transaction: Runner,
  walk: Crawl,
  { isAnswered }: { isAnswered: boolean },
): Promise<Date> {
  const { workspaceId, id, connectionId, leasedUntil } = walk;
  const kept = await KEEP.first(transaction, { workspaceId, id, connectionId, leasedUntil, isAnswered });
  if (!kept) throw new CrawlLost();
  return kept.leasedUntil;
}

const RELEASE = defineStatement({
  name: 'release-drive-walk',
  scope: 'tenant',
  sql: `
update drive_walks set leased_until = null, not_before = :notBefore, failing_since = :failingSince,
  attempts = case when :inVain then attempts else 0 end
where workspace_id = :workspaceId and id = :id and state = 'running' and leased_until = :leasedUntil`,
});

/** Releases the crawl. It continues when it is next in turn, but not before `notBefore`. */
export async function releaseCrawl(
  on: Runner,
  { workspaceId, id, leasedUntil, failingSince }: Crawl,
  { notBefore = null, inVain = false }: { notBefore?: Date | null; inVain?: boolean } = {},
): Promise<void> {
  await RELEASE.run(on, { workspaceId, id, leasedUntil, notBefore, failingSince, inVain });
}
