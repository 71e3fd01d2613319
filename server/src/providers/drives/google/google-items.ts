import { z } from 'zod';
import type { DriveItem } from '../drive.ts';

export const FOLDER = 'application/vnd.google-apps.folder';
const SHORTCUT = 'application/vnd.google-apps.shortcut';

/** Exactly what is used of a file: the mask that Google is asked with, and `GoogleFile`, say the same. */
export const FILE_FIELDS =
  'id,name,mimeType,parents,driveId,trashed,size,sha256Checksum,md5Checksum,version,modifiedTime,webViewLink,' +
  'capabilities/canDownload,shortcutDetails(targetId,targetMimeType)';

/** PostgreSQL takes no NUL, and no half of a pair of surrogates: a page with one would never be stored. */
const Word = z
  .string()
  .min(1)
  .max(1_000)
  .refine((word) => word.isWellFormed() && !word.includes('\0'));

/** Fields without a value are left out by Google. Those that we can do without may be missing. */
export const GoogleFile = z.object({
  id: Word,
  // People type it, or a program does.
  name: z.string().transform((name) => name.replaceAll('\0', '').toWellFormed()),
  mimeType: Word,
  parents: z.array(Word).optional(),
  driveId: Word.optional(),
  trashed: z.boolean().optional(),
  size: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  sha256Checksum: Word.optional(),
  md5Checksum: Word.optional(),
  version: Word.optional(),
  modifiedTime: z.iso.datetime({ offset: true }).optional().catch(undefined),
  webViewLink: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  capabilities: z.object({ canDownload: z.boolean().optional() }).optional(),
  shortcutDetails: z.object({ targetId: Word, targetMimeType: Word.optional() }).optional(),
});
export type GoogleFile = z.infer<typeof GoogleFile>;

/** Google's own documents have no checksum: whether they have changed, only their text says. */
export function itemOf(file: GoogleFile, changedAt = file.modifiedTime): DriveItem {
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
    // A folder or a shortcut has nothing to be downloaded.
    readable: kind !== 'file' || (file.capabilities?.canDownload ?? true),
    size: file.size === undefined ? null : Number(file.size),
    checksum: sha256 ? `sha256:${sha256}` : md5 ? `md5:${md5}` : null,
    revision: file.version ?? null,
    changedAt: changedAt === undefined ? null : new Date(changedAt),
    url: file.webViewLink ?? null,
    target: shortcut ? { id: shortcut.targetId, mediaType: shortcut.targetMimeType ?? '' } : null,
  };
}

function kindOf(mediaType: string): DriveItem['kind'] {
  if (mediaType === FOLDER) return 'folder';
  return mediaType === SHORTCUT ? 'shortcut' : 'file';
}

/** The root of a shared drive has the drive's id and no parents. */
export function sharedDriveItem({ id, name }: { id: string; name: string }): DriveItem {
  return {
    id,
    name,
    kind: 'folder',
    mediaType: FOLDER,
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
  };
}
