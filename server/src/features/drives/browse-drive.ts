import type { BrowseDrive, DriveBrowsing } from '@training/shared/drives/drive-cards';
import type { DriveContext } from '../../core/context.ts';
import type { Drive, DriveItem } from '../../providers/drives/drive.ts';
import { fetchFromDrive } from './fetch-from-drive.ts';
import { findDrive } from './find-drive.ts';

/** Maximum number of pages searched for folders per response, as most items may be files. */
const MOST_PAGES = 5;

/** Number of folders that is enough for a response. */
const ENOUGH = 50;

/**
 * Lists folders to pick from: the roots of a drive, the folders inside one, or the folder behind a link.
 * @throws AppError `drive_not_found`, `drive_reconnect_needed`, `drive_folder_not_found`, `drive_access_refused`,
 * `drive_unavailable`
 */
export async function browseDrive(
  ctx: DriveContext,
  { id, folder, page, address }: BrowseDrive,
): Promise<DriveBrowsing> {
  await findDrive(ctx.db.pool, ctx.workspace.id, id);
  return fetchFromDrive(ctx, id, async ({ drive }, signal) => {
    if (address !== null) {
      const found = await drive.folderAt?.(address, signal);
      return { folders: found ? [entryOf(found)] : [], next: null };
    }
    if (folder === null) return { folders: (await drive.roots(signal)).map(entryOf), next: null };
    return foldersIn(drive, { id: folder.provider_id, driveId: folder.drive_id }, page, signal);
  });
}

async function foldersIn(
  drive: Drive,
  folder: { id: string; driveId: string | null },
  from: string | null,
  signal: AbortSignal,
): Promise<DriveBrowsing> {
  const folders: DriveItem[] = [];
  let next = from;
  for (let pages = 0; pages < MOST_PAGES && folders.length < ENOUGH; pages += 1) {
    const page = await drive.list(folder, next, signal);
    folders.push(...page.items.filter(({ kind, trashed }) => kind === 'folder' && !trashed));
    next = page.next;
    if (next === null) break;
  }
  return { folders: folders.map(entryOf), next };
}

const entryOf = ({ id, driveId, name }: DriveItem) => ({ provider_id: id, drive_id: driveId, name });
