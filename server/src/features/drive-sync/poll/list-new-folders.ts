import { inTransaction } from '../../../core/transaction.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { MOST_PAGES } from '../scan/crawl-folders.ts';
import { failsAlone } from '../connection/fails-alone.ts';
import { nextFolderToList, recordListed } from './folders-to-list.ts';
import { upsertWithAncestors, type DriveReader } from './upsert-with-ancestors.ts';

/** Pages listed in one lease. Then other drives are next. */
const PAGES = 50;

/**
 * Lists folders whose content is unknown: those that moved into a picked folder, with everything inside, and those in
 * which something was created. Returns true if there are more.
 * @throws DriveFailure
 */
export async function listNewFolders(looking: DriveReader): Promise<boolean> {
  const { ctx, connection, drive, signal } = looking;
  const of = { workspaceId: ctx.workspace.id, connectionId: connection.id };
  for (let pages = 0; pages < PAGES; pages += 1) {
    const folder = await nextFolderToList(ctx.db.pool, of);
    if (!folder) return false;
    await looking.keep(ctx.db.pool);
    try {
      const list = () => drive.list({ id: folder.id, driveId: folder.driveId }, folder.page, signal);
      const page = await list().catch(async (error: unknown) => {
        if (await failsAlone(drive, error, signal)) return list();
        throw error;
      });
      // A folder whose pages never end is left to a crawl, which reports it.
      const isEndless = page.next !== null && (page.next === folder.page || folder.pages >= MOST_PAGES);
      const next = isEndless ? null : page.next;
      await upsertWithAncestors({ ...looking, foundBy: folder.foundBy }, page.items(), (em) =>
        recordListed(em, of, folder, next),
      );
    } catch (error) {
      // The folder is gone, not readable, or fails on its own. A crawl finds out more.
      const isGone = error instanceof DriveFailure && ['not_found', 'forbidden'].includes(error.outcome);
      if (!isGone && !(await failsAlone(drive, error, signal))) throw error;
      await inTransaction(ctx, (em) => recordListed(em, of, folder, null));
    }
  }
  return true;
}
