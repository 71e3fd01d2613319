import { z } from 'zod';
import type { DriveItem } from '../drive.ts';
import { ProviderAssignedId, parseStorableTime } from '../provider-values.ts';

const Optional = z.string().optional().catch(undefined);

/** File in a folder's list. Times are in seconds, as digits. Optional fields may be missing or invalid. */
export const ListedLarkFile = z.object({
  token: ProviderAssignedId,
  name: z.string().catch('Untitled'),
  type: z.string().max(100),
  // Empty for the listed folder itself.
  parent_token: ProviderAssignedId.or(z.literal('')).optional(),
  url: Optional,
  shortcut_info: z
    .object({ target_type: z.string().max(100), target_token: ProviderAssignedId })
    .optional()
    .catch(undefined),
  modified_time: Optional,
});
export type ListedLarkFile = z.infer<typeof ListedLarkFile>;

/** Metadata of a single file. */
export const LarkFileMetadata = z.object({
  doc_token: ProviderAssignedId,
  doc_type: z.string().max(100),
  title: z.string().catch('Untitled'),
  latest_modify_time: Optional,
  url: Optional,
});
export type LarkFileMetadata = z.infer<typeof LarkFileMetadata>;

/**
 * Milliseconds after a change within which another change could have the same time: times are in seconds and from
 * another clock.
 */
const UNSETTLED = 60_000;

/**
 * Derives a revision from the time of the last change. It only shows that a file must be checked; its text shows
 * whether it changed. A recent time gets a unique revision, so that the file is checked again in the next scan.
 */
export function larkRevisionOf(changedAt: Date | null, now: Date): string | null {
  if (!changedAt) return null;
  const settled = now.getTime() - changedAt.getTime() > UNSETTLED;
  return settled ? String(changedAt.getTime() / 1000) : `${changedAt.getTime() / 1000} seen ${now.getTime()}`;
}

/** Returns a listed file or folder as an item of the folder. */
export function buildItemFromListing(listed: ListedLarkFile, folderId: string, now: Date): DriveItem {
  const changedAt = secondsOf(listed.modified_time);
  const target = listed.shortcut_info;
  return {
    ...base(listed.token, listed.type, listed.name, listed.url),
    parents: [listed.parent_token || folderId],
    revision: larkRevisionOf(changedAt, now),
    changedAt,
    target: target ? { id: target.target_token, mediaType: target.target_type } : null,
  };
}

/** Returns a single file or folder as an item, without its parents. */
export function buildItemFromMetadata(meta: LarkFileMetadata, now: Date): DriveItem {
  const changedAt = secondsOf(meta.latest_modify_time);
  return {
    ...base(meta.doc_token, meta.doc_type, meta.title, meta.url),
    revision: larkRevisionOf(changedAt, now),
    changedAt,
  };
}

/** Builds the root item of the app's own space. It doesn't contain folders shared with the app. */
export function buildRootItem(token: string, name: string): DriveItem {
  return { ...base(token, 'folder', name, undefined), parents: [] };
}

function base(id: string, type: string, name: string, url: string | undefined): DriveItem {
  return {
    id,
    name,
    kind: type === 'folder' || type === 'shortcut' ? type : 'file',
    mediaType: type,
    parents: null,
    driveId: null,
    trashed: false,
    readable: true,
    size: null,
    checksum: null,
    revision: null,
    changedAt: null,
    url: url && url.length <= 2_000 ? url : null,
    target: null,
    resourceKey: null,
  };
}

function secondsOf(digits: string | undefined): Date | null {
  return digits && /^\d{1,11}$/.test(digits) && digits !== '0' ? parseStorableTime(Number(digits) * 1000) : null;
}
