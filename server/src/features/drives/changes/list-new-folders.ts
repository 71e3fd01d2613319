import { inTransaction } from '../../../database/transaction.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { MOST_PAGES } from '../walks/crawl-folders.ts';
import { failsAlone } from '../connections/fails-alone.ts';
import { nextFolderToList, recordListed } from './folders-to-list.ts';
import { upsertWithAncestors, type DriveReader } from './upsert-with-ancestors.ts';

/** Pages that are listed in a turn; then it is the turn of others. */
const PAGES = 50;

/**
 * Lists the folders whose content is not known: those that came into what was picked, with all that is within them, and
 * those in which something was made. Answers whether there are more.
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
      // One whose pages never end is left to a walk, which says so.
      const isEndless = page.next !== null && (page.next === folder.page || folder.pages >= MOST_PAGES);
      const next = isEndless ? null : page.next;
      await upsertWithAncestors({ ...looking, foundBy: folder.foundBy }, page.items(), (em) =>
        recordListed(em, of, folder, next),
      );
    } catch (error) {
      // It has gone again, is none of ours, or fails by itself: a walk finds out more.
      const isGone = error instanceof DriveFailure && ['not_found', 'forbidden'].includes(error.outcome);
      if (!isGone && !(await failsAlone(drive, error, signal))) throw error;
      await inTransaction(ctx, (em) => recordListed(em, of, folder, null));
    }
  }
  return true;
}
