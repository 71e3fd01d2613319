import type { DriveItem } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { failsAlone } from '../connection/fails-alone.ts';
import { markMissing } from '../ingest/mark-items-missing.ts';
import { upsertItems } from '../ingest/upsert-items.ts';
import { addFound } from './crawl-queue.ts';
import { recordVerified, type Missing } from './missing.ts';
import { detectedBy, step, type CrawlContext } from './crawl-context.ts';

/** Maximum number of concurrent requests. */
const AT_ONCE = 4;

/** `unsaid`: the provider fails for this item alone. It stays as it was until the next crawl. */
type Answer = { id: string; item: DriveItem | 'gone' | 'unreadable' | 'unsaid' };

/**
 * Requests missing items one by one, and stores the results: their current location, or that they are gone
 * (rules/drives 5). If the drive fails in between, the results so far are stored.
 * @throws DriveFailure, LeaseLost
 */
export async function verifyMissing(crawling: CrawlContext, missing: readonly Missing[]): Promise<void> {
  const left = [...missing];
  const answers: Answer[] = [];
  const lane = async () => {
    for (let each = left.shift(); each; each = left.shift()) answers.push(await ask(crawling, each));
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  if (answers.length > 0) await store(crawling, answers);
  const failed = lanes.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

async function ask({ drive, signal }: CrawlContext, { id, driveId }: Missing): Promise<Answer> {
  try {
    return { id, item: (await drive.get({ id, driveId }, signal)) ?? 'gone' };
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error;
    if (error.outcome === 'not_found') return { id, item: 'gone' };
    if (error.outcome === 'forbidden') return { id, item: 'unreadable' };
    if (await failsAlone(drive, error, signal)) return { id, item: 'unsaid' };
    throw error;
  }
}

async function store(crawling: CrawlContext, answers: readonly Answer[]): Promise<void> {
  const { ctx, crawl, connection } = crawling;
  await step(crawling, async (transaction, now) => {
    const at = { workspace: ctx.workspace, now };
    const items = answers.flatMap(({ item }) => (typeof item === 'string' ? [] : [placed(item)]));
    const { changed } = await upsertItems(transaction, at, connection, items, {
      foundBy: detectedBy(crawl),
      crawlId: crawl.id,
      now,
    });
    for (const state of ['gone', 'unreadable'] as const) {
      const ids = answers.filter(({ item }) => item === state).map(({ id }) => id);
      await markMissing(transaction, at, connection, ids, state);
    }
    // A folder may have moved to where the crawl had been already.
    const folders = items.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
    await addFound(transaction, crawl, folders);
    await recordVerified(
      transaction,
      crawl,
      answers.map(({ id }) => id),
      changed,
    );
  });
}

/** An item without known parents counts as outside every listed folder. */
const placed = (item: DriveItem): DriveItem => ({ ...item, parents: item.parents ?? [] });
