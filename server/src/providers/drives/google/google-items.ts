import { z } from 'zod';
import type { DriveItem } from '../drive.ts';
import { ProviderAssignedId, parseStorableTime } from '../provider-values.ts';

export const GOOGLE_FOLDER_MEDIA_TYPE = 'application/vnd.google-apps.folder';
export const GOOGLE_SHORTCUT_MEDIA_TYPE = 'application/vnd.google-apps.shortcut';

/** Fields used of a file. This mask and `GoogleFile` must match. */
export const GOOGLE_FILE_FIELDS =
  'id,name,mimeType,parents,driveId,trashed,size,sha256Checksum,md5Checksum,version,modifiedTime,webViewLink,' +
  'capabilities/canDownload,shortcutDetails(targetId,targetMimeType,targetResourceKey),resourceKey';

/** PostgreSQL rejects NUL and lone surrogates, so a page with one could never be stored. */
const Word = z
  .string()
  .min(1)
  .max(1_000)
  .refine((word) => word.isWellFormed() && !word.includes('\0'));

/** Sent in a header, so its characters are restricted. */
const ResourceKey = z
  .string()
  .regex(/^[\w-]{1,200}$/)
  .optional()
  .catch(undefined);

/** Higher than the number of parents of any file. */
const MOST_PARENTS = 100;

/**
 * A file in Google's responses. Google omits fields without a value. Optional fields may be missing or invalid; without
 * an id, or with an invalid location, an item is rejected.
 */
export const GoogleFile = z.object({
  id: ProviderAssignedId,
  // Typed by users or set by programs, so it can contain anything.
  name: z
    .string()
    .transform((name) => name.replaceAll('\0', '').toWellFormed())
    .catch('Untitled'),
  mimeType: Word.catch(''),
  parents: z.array(ProviderAssignedId).max(MOST_PARENTS).optional(),
  driveId: ProviderAssignedId.optional(),
  trashed: z.boolean().optional(),
  size: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .catch(undefined),
  sha256Checksum: Word.optional().catch(undefined),
  md5Checksum: Word.optional().catch(undefined),
  version: Word.optional().catch(undefined),
  modifiedTime: z.iso.datetime({ offset: true }).optional().catch(undefined),
  webViewLink: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
  capabilities: z
    .object({ canDownload: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  shortcutDetails: z
    .object({
      targetId: ProviderAssignedId,
      targetMimeType: Word.optional().catch(undefined),
      targetResourceKey: ResourceKey,
    })
    .optional()
    .catch(undefined),
  resourceKey: ResourceKey,
});
export type GoogleFile = z.infer<typeof GoogleFile>;

/** Converts a file. Google's own documents have no checksum, so only their text shows whether they changed. */
export function driveItemOf(file: GoogleFile, changedAt = file.modifiedTime): DriveItem {
  const kind = kindOf(file.mimeType);
  const { sha256Checksum: sha256, md5Checksum: md5, shortcutDetails: shortcut } = file;
  return {
    id: file.id,
    name: file.name,
    kind,
    mediaType: file.mimeType,
    parents: file.parents ?? [],
    driveId: file.driveId ?? null,
    trashed: file.trashed ?? false,
    // Folders and shortcuts have no content to download.
    readable: kind !== 'file' || (file.capabilities?.canDownload ?? true),
    size: file.size === undefined ? null : Number(file.size),
    checksum: sha256 ? `sha256:${sha256}` : md5 ? `md5:${md5}` : null,
    revision: file.version ?? null,
    changedAt: parseStorableTime(changedAt),
    url: file.webViewLink ?? null,
    target: shortcut ? { id: shortcut.targetId, mediaType: shortcut.targetMimeType ?? '' } : null,
    resourceKey: file.resourceKey ?? null,
  };
}

function kindOf(mediaType: string): DriveItem['kind'] {
  if (mediaType === GOOGLE_FOLDER_MEDIA_TYPE) return 'folder';
  return mediaType === GOOGLE_SHORTCUT_MEDIA_TYPE ? 'shortcut' : 'file';
}

/** Builds the root item of a shared drive, which has the drive's id and no parents. */
export function rootItemOfSharedDrive({ id, name }: { id: string; name: string }): DriveItem {
  return {
    id,
    name,
    kind: 'folder',
    mediaType: GOOGLE_FOLDER_MEDIA_TYPE,
    parents: [],
    driveId: id,
    trashed: false,
    readable: true,
    size: null,
    checksum: null,
    revision: null,
    changedAt: null,
    url: `https://drive.google.com/drive/folders/${encodeURIComponent(id)}`,
    target: null,
    resourceKey: null,
  };
}
