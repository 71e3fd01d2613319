import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import type { ChangeLog } from '../../../providers/drives/drive.ts';
import { OWNS_LEASE } from '../../../platform/queue/lease.ts';
import type { Crawl } from './claim-crawl.ts';
import { failsForLong, type CrawlContext } from './crawl-context.ts';

/** The account's own change log, as stored in `drive_change_feeds`. */
const ACCOUNT = '';

/** Stored in place of the token of a log that doesn't tell where it begins, so that the crawl asks only once. */
const NO_TOKEN = '';

/**
 * Stores a start token. A log without a cursor is read from there at once, so that changes are found during the crawl.
 */
const SAVE_TOKEN = defineStatement({
  name: 'save-drive-start-token',
  scope: 'tenant',
  sql: `
with connection as materialized (
  select id from drive_connections where workspace_id = :workspaceId and id = :connectionId for no key update
), kept as (
  update drive_crawls k set start_tokens = start_tokens || jsonb_build_object(:driveId::text, :token::text)
  from connection
  where k.workspace_id = :workspaceId and k.id = :id and k.connection_id = connection.id and k.state = 'running'
    and k.${OWNS_LEASE}
  returning k.department_id
), begun as (
  insert into drive_change_feeds as l (workspace_id, connection_id, drive_id, cursor)
  select :workspaceId, :connectionId, :driveId, :token from kept
  where department_id is null and :token <> '${NO_TOKEN}'
  on conflict (workspace_id, connection_id, drive_id) do update set cursor = excluded.cursor where l.cursor is null
  returning l.drive_id
)
update drive_connections set due_at = coalesce(due_at, now())
where workspace_id = :workspaceId and id = :connectionId and exists (select from begun)`,
});

/**
 * Takes missing start tokens for the change logs of the account and of these shared drives, before anything of them is
 * listed: the log has all changes from then on, whatever a page says. Tokens are stored with the crawl, and taken again
 * if the process dies before. Skips shared drives without a log, and those whose log fails while the drive answers.
 * @throws DriveFailure
 */
export async function storeStartTokens(crawling: CrawlContext, driveIds: readonly (string | null)[]): Promise<void> {
  const { ctx, crawl, drive } = crawling;
  if (!drive.log) return;
  for (const driveId of new Set([ACCOUNT, ...driveIds.map((id) => id ?? ACCOUNT)])) {
    if (Object.hasOwn(crawl.startTokens, driveId)) continue;
    const token = await startOf(crawling, drive.log, driveId);
    if (token === undefined) continue;
    const { workspaceId, id, connectionId, leaseId } = crawl;
    await SAVE_TOKEN.run(ctx.db.pool, { workspaceId, id, connectionId, leaseId, driveId, token });
    crawl.startTokens[driveId] = token;
  }
}

async function startOf(crawling: CrawlContext, log: ChangeLog, driveId: string): Promise<string | undefined> {
  try {
    return await log.start(driveId || null, crawling.signal);
  } catch (error) {
    const isThereNone =
      error instanceof DriveFailure && (error.outcome === 'not_found' || error.outcome === 'forbidden');
    if (isThereNone && driveId !== ACCOUNT) return undefined;
    if (driveId !== ACCOUNT && (await failsForLong(crawling, error))) return NO_TOKEN;
    throw error;
  }
}

const LOCK = defineStatement({
  name: 'lock-change-feeds-of-drive',
  scope: 'tenant',
  sql: `
select id from drive_connections where workspace_id = :workspaceId and id = :connectionId for no key update`,
});

/** Locks the rows that `resetCursors` updates. Comes before the crawl's lock, as in picking folders. */
export async function lockChangeFeeds(transaction: Runner, { workspaceId, connectionId }: Crawl): Promise<void> {
  await LOCK.run(transaction, { workspaceId, connectionId });
}

const REWIND = defineStatement({
  name: 'rewind-drive-logs',
  scope: 'tenant',
  sql: `
with crawl as materialized (
  select department_id is null as is_whole, start_tokens from drive_crawls where workspace_id = :workspaceId and id = :id
), begun as (
  insert into drive_change_feeds (workspace_id, connection_id, drive_id, cursor)
  select :workspaceId, :connectionId, t.key, t.value from crawl cross join jsonb_each_text(start_tokens) as t
  where is_whole and t.value <> '${NO_TOKEN}'
  on conflict (workspace_id, connection_id, drive_id) do update set cursor = excluded.cursor, is_behind = false
), gone_back as (
  update drive_change_feeds l set cursor = t.value from crawl cross join jsonb_each_text(start_tokens) as t
  where l.workspace_id = :workspaceId and l.connection_id = :connectionId and l.drive_id = t.key
    and l.cursor is not null and not is_whole and t.value <> '${NO_TOKEN}'
)
update drive_connections c set due_at = now()
from crawl where c.workspace_id = :workspaceId and c.id = :connectionId and crawl.start_tokens <> '{}'`,
});

const FORGET = defineStatement({
  name: 'forget-drive-logs',
  scope: 'tenant',
  sql: `
delete from drive_change_feeds l
where l.workspace_id = :workspaceId and l.connection_id = :connectionId and l.drive_id <> ''
  and (l.cursor is null or not exists (
    select from drive_folders f
    where f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.drive_id = l.drive_id))`,
});

/**
 * Resets the change logs to the crawl's start tokens, in the transaction that ends it: a change made during the crawl
 * may have been overwritten by an older page, and is then read again. Deletes the logs of shared drives without picked
 * folders or without a start token. A department's crawl doesn't give a log without a cursor a new one, as such a log
 * requires a full crawl.
 */
export async function resetCursors(transaction: Runner, { workspaceId, id, connectionId, departmentId }: Crawl) {
  await REWIND.run(transaction, { workspaceId, id, connectionId });
  if (departmentId === null) await FORGET.run(transaction, { workspaceId, connectionId });
}
