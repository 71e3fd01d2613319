import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { OWNS_LEASE, RELEASED } from '../../../platform/queue/lease.ts';
import { drivesTopic } from '../connection/drives-topic.ts';
import type { Crawl } from './claim-crawl.ts';

/** The reason why a crawl ended early. */
export type CrawlReason = 'access_lost' | 'unavailable' | 'quota' | 'error' | 'disconnected' | 'superseded';

const END = defineStatement({
  name: 'end-drive-crawl',
  scope: 'tenant',
  sql: `
with ended as (
  update drive_crawls set state = :state, reason = :reason, finished_at = now(), due_at = null, ${RELEASED},
    missing = case when :state = 'done' then 0 else missing end
  where workspace_id = :workspaceId and id = :id and state = 'running'
    and (:leaseId::uuid is null or ${OWNS_LEASE})
  returning id
), seen as (
  delete from drive_crawl_seen s using ended where s.workspace_id = :workspaceId and s.crawl_id = ended.id
), missing as (
  delete from drive_crawl_missing m using ended where m.workspace_id = :workspaceId and m.crawl_id = ended.id
)
delete from drive_crawl_folders f using ended where f.workspace_id = :workspaceId and f.crawl_id = ended.id`,
});

/** Ends a claimed crawl and deletes its queue. */
export async function endCrawl(
  on: Runner,
  { workspaceId, id, leaseId }: Crawl,
  state: 'failed' | 'stopped',
  reason: CrawlReason,
): Promise<void> {
  await END.run(on, { workspaceId, id, leaseId, state, reason });
  await publish(on, drivesTopic(workspaceId));
}

/** Completes a crawl, in a transaction that has locked it. */
export async function endClaimedCrawl(transaction: Runner, { workspaceId, id }: Crawl): Promise<void> {
  await END.run(transaction, { workspaceId, id, leaseId: null, state: 'done', reason: null });
  await publish(transaction, drivesTopic(workspaceId));
}
