import { setTimeout as sleep } from 'node:timers/promises';
import { FolderProblem } from '@training/shared/drives/drives';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import type { DrivePage } from '../../../providers/drives/drive.ts';
import { failsAlone } from '../connection/fails-alone.ts';
import { upsertItems } from '../ingest/upsert-items.ts';
import { addFound, recordPage, skipFolder, type FolderToCrawl } from './crawl-queue.ts';
import { savePage, skipPage } from './pages.ts';
import { skipUnchanged } from './unchanged.ts';
import { detectedBy, entityStep, step, type CrawlContext } from './crawl-context.ts';

/** A page, or the reason why its folder can't be listed. */
type Listed = { folder: FolderToCrawl; page: DrivePage | FolderProblem };

/** Milliseconds without progress after which a folder is skipped that fails while the drive answers. */
const GOES_PAST = 120_000;

/** Maximum number of pages of a folder. At Google this is five million files. */
export const MOST_PAGES = 5_000;

/**
 * While users or API clients are waiting, a crawl rests `times` as long as each page took, `most` milliseconds at most.
 */
const REST = { times: 3, most: 1_000 };

/**
 * Lists folders page by page. The next page is requested while the current one is stored, so at most two are in memory.
 * A page and the folder's progress are stored in one transaction; if the process dies before, the page is listed again.
 * @throws DriveFailure, LeaseLost
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
      await store(crawling, folder, page);
      const rest = Math.min((performance.now() - began) * REST.times, REST.most);
      await sleep(rest, undefined, { signal: crawling.signal });
      ahead = ask(following);
    } else {
      ahead = ask(following);
      await store(crawling, folder, page);
    }
  }
}

/** Stores a page. If it can't be parsed, skips its folder. */
async function store(crawling: CrawlContext, folder: FolderToCrawl, page: DrivePage | FolderProblem): Promise<void> {
  try {
    await storePage(crawling, folder, page);
  } catch (error) {
    if (typeof page === 'string' || !(await failsForLong(crawling, error))) throw error;
    await storePage(crawling, folder, 'unavailable');
  }
}

async function storePage(
  crawling: CrawlContext,
  folder: FolderToCrawl,
  page: DrivePage | FolderProblem,
): Promise<void> {
  const { ctx, crawl, connection } = crawling;
  if (typeof page === 'string') return entityStep(crawling, (em) => skipFolder(em, crawl, folder.id, page));
  await step(crawling, async (transaction, now, { kept, last }) => {
    const { next, digest } = page;
    const known = digest === null ? undefined : await skipPage(transaction, crawl, folder.id, digest);
    if (known) {
      await addFound(transaction, crawl, known.folders);
      await kept;
      return recordPage(last, crawl, {
        folder: folder.id,
        next,
        files: known.items - known.folders.length,
        changed: 0,
      });
    }
    const items = page.items();
    const how = { foundBy: detectedBy(crawl), crawlId: crawl.id, now };
    const others = await skipUnchanged(transaction, crawl, items);
    const { changed } = await upsertItems(transaction, ctx, connection, others, how);
    if (digest !== null && others.length === 0)
      await savePage(transaction, crawl, { folder: folder.id, digest, items });
    const folders = items.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
    await addFound(transaction, crawl, folders);
    await kept;
    await recordPage(last, crawl, { folder: folder.id, next, files: items.length - folders.length, changed });
  });
}

/**
 * Requests a page. A failure of this folder alone is returned.
 * @throws DriveFailure if the whole drive failed
 */
async function list(crawling: CrawlContext, folder: FolderToCrawl): Promise<Listed> {
  const { drive, signal } = crawling;
  const from = async (at: string | null): Promise<DrivePage> => {
    const page = await drive.list(folder, at, signal);
    // The page tokens lead in a cycle.
    const isEndless = page.next !== null && (page.next === at || folder.pages >= MOST_PAGES);
    if (isEndless) throw new DriveFailure('unavailable', { detail: 'The pages of a folder do not end.' });
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
    const problem = FolderProblem.safeParse(error instanceof DriveFailure && error.outcome).data;
    if (problem && (problem !== 'unavailable' || (await failsForLong(crawling, error))))
      return { folder, page: problem };
    throw error;
  }
}

async function failsForLong({ crawl, drive, signal }: CrawlContext, error: unknown): Promise<boolean> {
  const isLong = crawl.failingSince !== null && Date.now() - crawl.failingSince.getTime() > GOES_PAST;
  return isLong && failsAlone(drive, error, signal);
}

const isOutcome = (error: unknown, outcomes: readonly DriveFailure['outcome'][]): boolean =>
  error instanceof DriveFailure && outcomes.includes(error.outcome);
