import { z } from 'zod';
import { DriveError, type DriveItem, type DriveItemPage, type DriveFolderRef } from '../drive.ts';
import { parseListItems, PageToken, ProviderAssignedId } from '../provider-values.ts';
import { type GoogleDriveApiClient, googleItemPath, type QueryParameters } from './google-api.ts';
import {
  GOOGLE_FILE_FIELDS,
  GOOGLE_FOLDER_MEDIA_TYPE,
  GoogleFile,
  driveItemOf,
  rootItemOfSharedDrive,
} from './google-items.ts';

/** Maximum page sizes of Google. */
const PAGE = { files: 1_000, drives: 100 };

/** Maximum pages of shared drives; users couldn't find theirs among more. */
const MOST_PAGES = 20;

const FileList = z.object({
  nextPageToken: PageToken.optional(),
  incompleteSearch: z.boolean().optional(),
  files: z.array(z.unknown()),
});
const DriveList = z.object({
  nextPageToken: z.string().optional(),
  drives: z.array(z.unknown()),
});
const SharedDrive = z.object({ id: ProviderAssignedId, name: z.string() });

/** Query parameters without which Google ignores shared drives. */
const ALL_DRIVES = { supportsAllDrives: true, includeItemsFromAllDrives: true };

/** Quotes a text for a search query. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Scope of a search: one shared drive, or everything the account owns or is shared with. */
type Corpora = 'drive' | 'user';

/** Lists a folder. A page token is prefixed with the scope of its search, which the next page continues. */
export async function listGoogleDriveFolder(
  api: GoogleDriveApiClient,
  { id, driveId }: DriveFolderRef,
  page: string | null,
  signal: AbortSignal | undefined,
): Promise<DriveItemPage> {
  const searchIn = async (corpora: Corpora, token: string | null) => {
    const q = `${quoted(id)} in parents and trashed = false`;
    const where = corpora === 'drive' ? { corpora, driveId } : { corpora };
    const page = await search(api, { q, ...where }, { token, about: [id], signal });
    return { ...page, next: page.next && `${corpora} ${page.next}` };
  };
  if (page !== null) return searchIn(page.startsWith('drive ') ? 'drive' : 'user', page.slice(page.indexOf(' ') + 1));
  if (driveId === null) return searchIn('user', null);
  try {
    return await searchIn('drive', null);
  } catch (error) {
    // The account isn't a member of the shared drive; the folder is only shared with it. Google reports either error.
    const isNoMember = error instanceof DriveError && ['not_found', 'forbidden'].includes(error.outcome);
    if (!isNoMember) throw error;
    return searchIn('user', null);
  }
}

async function search(
  api: GoogleDriveApiClient,
  query: QueryParameters,
  { token, about, signal }: { token: string | null; about: string[]; signal: AbortSignal | undefined },
): Promise<DriveItemPage> {
  const fields = `nextPageToken,incompleteSearch,files(${GOOGLE_FILE_FIELDS})`;
  const found = await api.get(FileList, 'files', {
    query: { ...query, ...ALL_DRIVES, spaces: 'drive', pageSize: PAGE.files, pageToken: token, fields },
    goesOn: token !== null,
    about,
    signal,
  });
  if (found.incompleteSearch) {
    // Missing items would count as deleted.
    throw new DriveError('unavailable', { detail: 'Google did not look through everything.' });
  }
  const items = parseListItems(GoogleFile, found.files, api.leftOut).map((file) =>
    driveItemOf(rememberResourceKeys(api, file)),
  );
  return { next: found.nextPageToken ?? null, items };
}

/** Remembers the resource keys that come with a file, its own and that of a shortcut's target. */
export function rememberResourceKeys(api: GoogleDriveApiClient, file: GoogleFile): GoogleFile {
  const { id, resourceKey, shortcutDetails: to } = file;
  if (resourceKey !== undefined) api.keys.learn(id, resourceKey);
  if (to?.targetResourceKey !== undefined) api.keys.learn(to.targetId, to.targetResourceKey);
  return file;
}

/** Returns the account's own drive, shared drives, and folders that are only shared with the account. */
export async function listGoogleDriveRoots(
  api: GoogleDriveApiClient,
  signal: AbortSignal | undefined,
): Promise<DriveItem[]> {
  const [own, drives, shared] = await Promise.all([
    api.get(GoogleFile, googleItemPath('files', 'root'), {
      query: { supportsAllDrives: true, fields: GOOGLE_FILE_FIELDS },
      signal,
    }),
    sharedDrives(api, signal),
    search(
      api,
      {
        q: `sharedWithMe = true and mimeType = '${GOOGLE_FOLDER_MEDIA_TYPE}' and trashed = false`,
        corpora: 'user',
        orderBy: 'name',
      },
      { token: null, about: [], signal },
    ),
  ]);
  const members = new Set(drives.map(({ id }) => id));
  // Changes in a shared drive without membership appear in the account's own list only.
  const merelyShared = shared.items.map((item) =>
    item.driveId !== null && members.has(item.driveId) ? item : { ...item, driveId: null },
  );
  return [driveItemOf(own), ...drives.map(rootItemOfSharedDrive), ...merelyShared];
}

async function sharedDrives(api: GoogleDriveApiClient, signal: AbortSignal | undefined) {
  const drives: z.infer<typeof SharedDrive>[] = [];
  let next: string | undefined;
  for (let pages = 0; pages < MOST_PAGES && (pages === 0 || next !== undefined); pages++) {
    const query = { pageSize: PAGE.drives, pageToken: next, fields: 'nextPageToken,drives(id,name)' };
    const page = await api.get(DriveList, 'drives', { query, signal });
    drives.push(...parseListItems(SharedDrive, page.drives, api.leftOut));
    next = page.nextPageToken;
  }
  return drives;
}

/** Returns an item; undefined if it doesn't exist or is invisible to the account. */
export async function findGoogleItem(
  api: GoogleDriveApiClient,
  id: string,
  signal: AbortSignal | undefined,
): Promise<DriveItem | undefined> {
  try {
    const query = { supportsAllDrives: true, fields: GOOGLE_FILE_FIELDS };
    const file = await api.get(GoogleFile, googleItemPath('files', id), { query, about: [id], signal });
    return driveItemOf(rememberResourceKeys(api, file));
  } catch (error) {
    if (error instanceof DriveError && error.outcome === 'not_found') return undefined;
    throw error;
  }
}
