import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { hasFailedLong } from '../connection/request-failures.ts';
import { type ItemFetchResult, fetchItems, markUnfetchableItems } from '../ingest/fetch-items.ts';
import { INACTIVE_DRIVE_FILE_STATES_SQL } from '../../suggestions/intake/drive-scan.ts';
import { upsertItems } from '../ingest/upsert-items.ts';
import { type ClaimedCrawl, CRAWL_QUEUE } from './claim-crawl.ts';
import { type CrawlContext, detectionMethodOfCrawl, storeCrawlStep } from './crawl-context.ts';
import { queueFoundFolders } from './crawl-queue.ts';

/** Number of items requested between two transactions, and rows searched for items still missing. */
const ASKED_AT_ONCE = 40;
const AHEAD = 1_000;

const FIND = defineStatement({
  name: 'find-missing-of-drive-crawl',
  scope: 'tenant',
  unprepared: true,
  sql: `
with seen as materialized (
  select unnest(files) as id from drive_crawl_seen where workspace_id = :workspaceId and crawl_id = :id
), found as (
  insert into drive_crawl_missing (workspace_id, crawl_id, is_file, file_id)
  select :workspaceId, :id, not f.is_folder, f.id from drive_files f
  where f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.folder_id is not null
    and f.state not in ${INACTIVE_DRIVE_FILE_STATES_SQL} and f.crawl_id is distinct from :id
    and not exists (select from seen where seen.id = f.id)
    and (:departmentId::uuid is null or exists (select from drive_folders d
      where d.workspace_id = :workspaceId and d.id = f.folder_id and d.department_id = :departmentId))
  on conflict (workspace_id, crawl_id, is_file, file_id) do nothing
  returning file_id
)
update drive_crawls set missing = (select count(*)::integer from found) where workspace_id = :workspaceId and id = :id`,
});

const FORGET = defineStatement({
  name: 'forget-missing-of-drive-crawl',
  scope: 'tenant',
  sql: `
delete from drive_crawl_missing m using drive_crawls k
where m.workspace_id = :workspaceId and m.crawl_id = :id
  and k.workspace_id = :workspaceId and k.id = :id and k.missing is null`,
});

const IS_FOUND = defineStatement({
  name: 'are-missing-of-drive-crawl-found',
  scope: 'tenant',
  row: z.strictObject({ isFound: z.boolean() }),
  sql: `select missing is not null as "isFound" from drive_crawls where workspace_id = :workspaceId and id = :id`,
});

/** Stores the missing items once everything has been listed, unless nothing was listed since the last time. */
export async function queueMissingItems(
  transaction: StatementRunner,
  { workspaceId, id, connectionId, departmentId }: ClaimedCrawl,
) {
  const { isFound } = await IS_FOUND.one(transaction, { workspaceId, id });
  if (isFound) return;
  await FORGET.run(transaction, { workspaceId, id });
  await FIND.run(transaction, { workspaceId, id, connectionId, departmentId });
}

const Missing = z.strictObject({ id: z.string(), driveId: z.string().nullable() });
type Missing = z.infer<typeof Missing>;

/** The next missing items. Drops those that are no longer missing, such as the content of a folder that went away. */
const NEXT = defineStatement({
  name: 'next-missing-of-drive-crawl',
  scope: 'tenant',
  row: z.strictObject({ left: z.int(), missing: z.array(Missing) }),
  sql: `
with first as materialized (
  select is_file, file_id from drive_crawl_missing where workspace_id = :workspaceId and crawl_id = :id
  order by is_file, file_id limit ${AHEAD}
), looked_at as materialized (
  select m.is_file, m.file_id, f.provider_id, f.drive_id,
    f.folder_id is not null and f.state not in ${INACTIVE_DRIVE_FILE_STATES_SQL} and f.crawl_id is distinct from :id as is_missing
  from first m join drive_files f on f.workspace_id = :workspaceId and f.id = m.file_id
), settled as (
  delete from drive_crawl_missing d using looked_at l
  where d.workspace_id = :workspaceId and d.crawl_id = :id and d.is_file = l.is_file and d.file_id = l.file_id
    and not l.is_missing
)
select (select count(*)::integer from first) as left,
  coalesce((select json_agg(json_build_object('id', provider_id, 'driveId', drive_id)) from (
    select provider_id, drive_id from looked_at
    where is_missing and is_file = (select bool_and(is_file) from looked_at where is_missing)
    order by is_file, file_id limit ${ASKED_AT_ONCE}) asked), '[]') as missing`,
});

/**
 * The next missing items to request. Folders come before files: a folder that moved away takes its content along, which
 * then needn't be requested.
 */
export async function findNextMissingItems(
  transaction: StatementRunner,
  { workspaceId, id }: ClaimedCrawl,
): Promise<Missing[]> {
  for (;;) {
    const { left, missing } = await NEXT.one(transaction, { workspaceId, id });
    if (missing.length > 0 || left === 0) return missing;
  }
}

const RECORD = defineStatement({
  name: 'record-fetched-of-drive-crawl',
  scope: 'tenant',
  sql: `
with asked_for as (
  update drive_files set crawl_id = :id
  where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = any(:asked::text[])
)
update drive_crawls set missing = greatest(missing - :count, 0), changed = changed + :changed
where workspace_id = :workspaceId and id = :id`,
});

/** Records the requested items, so that they aren't requested again. */
async function recordVerified(
  transaction: StatementRunner,
  { workspaceId, id, connectionId }: ClaimedCrawl,
  asked: readonly ItemFetchResult[],
  changed: number,
): Promise<void> {
  const ids = asked.map((each) => each.id);
  await RECORD.run(transaction, { workspaceId, id, connectionId, asked: ids, count: ids.length, changed });
}

/**
 * Requests missing items one by one, and stores the results: their current location, or that they are gone
 * (rules/drives 5). One for which alone the provider fails stays as it was until the next crawl. If the drive fails in
 * between, the results so far are stored.
 * @throws DriveError, LeaseLostError
 */
export async function verifyMissingItems(crawling: CrawlContext, missing: readonly Missing[]): Promise<void> {
  const { ctx, crawl, connection } = crawling;
  const renewLease = (on: StatementRunner) => CRAWL_QUEUE.renew(on, crawl);
  const { asked, failure } = await fetchItems(
    { ...crawling, renewLease, isLong: hasFailedLong(crawl.failingSince) },
    missing,
  );
  if (asked.length > 0) {
    await storeCrawlStep(crawling, async (transaction, now) => {
      const at = { workspace: ctx.workspace, now };
      // An item without known parents counts as outside every listed folder.
      const items = asked.flatMap(({ item }) => (item ? [{ ...item, parents: item.parents ?? [] }] : []));
      const how = { foundBy: detectionMethodOfCrawl(crawl), crawlId: crawl.id, now };
      const { changed } = await upsertItems(transaction, at, connection, items, how);
      await markUnfetchableItems(transaction, { ctx: at, connection }, asked);
      // A folder may have moved to where the crawl had been already.
      const folders = items.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
      await queueFoundFolders(transaction, crawl, folders);
      await recordVerified(transaction, crawl, asked, changed);
    });
  }
  if (failure !== undefined) throw failure;
}
