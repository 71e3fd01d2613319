import { setTimeout as sleep } from 'node:timers/promises';
import { DriveFolderProblem } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { DriveError, type DriveItem, type DriveItemPage } from '../../../providers/drives/drive.ts';
import { INACTIVE_DRIVE_FILE_STATES_SQL } from '../../suggestions/intake/drive-scan.ts';
import { fingerprintOfItem } from '../ingest/item-row.ts';
import { upsertItems } from '../ingest/upsert-items.ts';
import type { ClaimedCrawl } from './claim-crawl.ts';
import {
  type CrawlContext,
  detectionMethodOfCrawl,
  isItemFailingForLong,
  storeCrawlStepByEntities,
  storeCrawlStep,
} from './crawl-context.ts';
import { queueFoundFolders, type FolderToCrawl, recordCrawledFolderPage, skipFolder } from './crawl-queue.ts';

/** A page, or the reason why its folder can't be listed. */
type Listed = { folder: FolderToCrawl; page: DriveItemPage | DriveFolderProblem };

/** Maximum number of pages of a folder. At Google this is five million files. */
export const MAX_PAGES_PER_FOLDER = 5_000;

/**
 * While users or API clients are waiting, a crawl rests `times` as long as each page took, `most` milliseconds at most.
 */
const REST = { times: 3, most: 1_000 };

/**
 * Lists folders page by page. The next page is requested while the current one is stored, so at most two are in memory.
 * A page and the folder's progress are stored in one transaction; if the process dies before, the page is listed again.
 * @throws DriveError, LeaseLostError
 */
export async function crawlFolders(crawling: CrawlContext, folders: readonly FolderToCrawl[]): Promise<void> {
  const left = [...folders];
  const ask = (folder: FolderToCrawl | undefined): Promise<Listed> | undefined => {
    const asked = folder && !crawling.isOver() ? list(crawling, folder) : undefined;
    // If storing the previous page fails, this promise is never awaited.
    asked?.catch(() => undefined);
    return asked;
  };
  let ahead = ask(left.shift());
  while (ahead) {
    const began = performance.now();
    const { folder, page } = await ahead;
    const next = typeof page === 'string' ? null : page.next;
    const following = next === null ? left.shift() : { ...folder, page: next, pages: folder.pages + 1 };
    if (crawling.isBusy()) {
      await storePage(crawling, folder, page);
      const rest = Math.min((performance.now() - began) * REST.times, REST.most);
      await sleep(rest, undefined, { signal: crawling.signal });
      ahead = ask(following);
    } else {
      ahead = ask(following);
      await storePage(crawling, folder, page);
    }
  }
}

async function storePage(
  crawling: CrawlContext,
  folder: FolderToCrawl,
  page: DriveItemPage | DriveFolderProblem,
): Promise<void> {
  const { ctx, crawl, connection } = crawling;
  if (typeof page === 'string')
    return storeCrawlStepByEntities(crawling, (em) => skipFolder(em, crawl, folder.id, page));
  await storeCrawlStep(crawling, async (transaction, now, { renewed, last }) => {
    const { next, items } = page;
    const how = { foundBy: detectionMethodOfCrawl(crawl), crawlId: crawl.id, now };
    const others = await skipUnchanged(transaction, crawl, items);
    const { changed } = await upsertItems(transaction, ctx, connection, others, how);
    const folders = items.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
    await queueFoundFolders(transaction, crawl, folders);
    await renewed;
    await recordCrawledFolderPage(last, crawl, {
      folder: folder.id,
      next,
      files: items.length - folders.length,
      changed,
    });
  });
}

/**
 * Requests a page. A failure of this folder alone is returned.
 * @throws DriveError if the whole drive failed
 */
async function list(crawling: CrawlContext, folder: FolderToCrawl): Promise<Listed> {
  const { drive, signal } = crawling;
  const from = async (at: string | null): Promise<DriveItemPage> => {
    const page = await drive.list(folder, at, signal);
    // The page tokens lead in a cycle.
    const isEndless = page.next !== null && (page.next === at || folder.pages >= MAX_PAGES_PER_FOLDER);
    if (isEndless) throw new DriveError('unavailable', { detail: 'The pages of a folder do not end.' });
    return page;
  };
  try {
    const page = await from(folder.page).catch((error: unknown) => {
      // Page tokens expire. List the folder again from the start.
      if (folder.page !== null && isOutcome(error, ['cursor_refused'])) return from(null);
      throw error;
    });
    return { folder, page };
  } catch (error) {
    const problem = DriveFolderProblem.catch('unavailable').parse(error instanceof DriveError && error.outcome);
    if (problem !== 'unavailable' || (await isItemFailingForLong(crawling, error))) return { folder, page: problem };
    throw error;
  }
}

const isOutcome = (error: unknown, outcomes: readonly DriveError['outcome'][]): boolean =>
  error instanceof DriveError && outcomes.includes(error.outcome);

/** True if the file `f` is stored as found in `g`, with nothing to do. */
const IS_AS_STORED =
  `f.seen_as = g.fingerprint and f.state <> 'failed' and f.state not in ${INACTIVE_DRIVE_FILE_STATES_SQL}` as const;

const PASS_UNCHANGED = defineStatement({
  name: 'pass-unchanged-of-drive-crawl',
  scope: 'tenant',
  row: z.strictObject({ known: z.array(z.int()) }),
  sql: `
with known as materialized (
  select f.id, g.n from unnest(:ids::text[], :fingerprints::text[]) with ordinality as g (id, fingerprint, n)
  join drive_files f on f.workspace_id = :workspaceId and f.connection_id = :connectionId and f.provider_id = g.id
  where ${IS_AS_STORED}
), noted as (
  insert into drive_crawl_seen (workspace_id, crawl_id, id, files)
  select :workspaceId, :id, :newId, array_agg(known.id) from known having count(*) > 0
)
select coalesce(array_agg(n::integer), '{}') as known from known`,
});

/** Records which items of a page are stored unchanged, and returns the others. Most items of a crawl are unchanged. */
async function skipUnchanged(
  transaction: StatementRunner,
  { workspaceId, id, connectionId }: ClaimedCrawl,
  items: readonly DriveItem[],
): Promise<DriveItem[]> {
  if (items.length === 0) return [];
  const { known } = await PASS_UNCHANGED.one(transaction, {
    workspaceId,
    id,
    connectionId,
    newId: newId(),
    ids: items.map((item) => item.id),
    fingerprints: items.map(fingerprintOfItem),
  });
  const passed = new Set(known);
  return items.filter((_, n) => !passed.has(n + 1));
}
