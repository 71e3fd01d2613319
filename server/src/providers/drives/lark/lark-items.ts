import { z } from 'zod';
import type { DriveItem } from '../drive.ts';
import { ProviderId, storableTime } from '../provider-values.ts';

const Optional = z.string().optional().catch(undefined);

/** As a folder's list has it. Times are digits of seconds. What we can do without may be missing, or odd. */
export const ListedFile = z.object({
  token: ProviderId,
  name: z.string().catch('Untitled'),
  type: z.string().max(100),
  // Empty is what the list was asked for.
  parent_token: ProviderId.or(z.literal('')).optional(),
  url: Optional,
  shortcut_info: z
    .object({ target_type: z.string().max(100), target_token: ProviderId })
    .optional()
    .catch(undefined),
  modified_time: Optional,
});
export type ListedFile = z.infer<typeof ListedFile>;

/** As it is told of a file that was asked for by itself. */
export const FileMeta = z.object({
  doc_token: ProviderId,
  doc_type: z.string().max(100),
  title: z.string().catch('Untitled'),
  latest_modify_time: Optional,
  url: Optional,
});
export type FileMeta = z.infer<typeof FileMeta>;

/**
 * For how many milliseconds after a change another one could bear the same time: it is told in seconds, by another
 * clock than ours.
 */
const UNSETTLED = 60_000;

/**
 * What a time of change is worth as a revision. It does not tell a change, the text does; it tells where to look. One
 * that is young is a revision of its own, so that the file is looked at once more when it is seen next.
 */
export function revisionOf(changedAt: Date | null, now: Date): string | null {
  if (!changedAt) return null;
  const settled = now.getTime() - changedAt.getTime() > UNSETTLED;
  return settled ? String(changedAt.getTime() / 1000) : `${changedAt.getTime() / 1000} seen ${now.getTime()}`;
}

export function itemOfList(listed: ListedFile, folderId: string, now: Date): DriveItem {
  const changedAt = secondsOf(listed.modified_time);
  const target = listed.shortcut_info;
  return {
    ...base(listed.token, listed.type, listed.name, listed.url),
    parents: [listed.parent_token || folderId],
    revision: revisionOf(changedAt, now),
    changedAt,
    target: target ? { id: target.target_token, mediaType: target.target_type } : null,
  };
}

export function itemOfMeta(meta: FileMeta, now: Date): DriveItem {
  const changedAt = secondsOf(meta.latest_modify_time);
  return {
    ...base(meta.doc_token, meta.doc_type, meta.title, meta.url),
    revision: revisionOf(changedAt, now),
    changedAt,
  };
}

/** The app's own space. Folders that were shared with it are not in it. */
export function rootItem(token: string, name: string): DriveItem {
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
  return digits && /^\d{1,11}$/.test(digits) && digits !== '0' ? storableTime(Number(digits) * 1000) : null;
}
