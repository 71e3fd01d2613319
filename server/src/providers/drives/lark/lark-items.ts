import { z } from 'zod';
import type { DriveItem } from '../drive.ts';

/** As a folder's list has it. Times are digits of seconds. */
export const ListedFile = z.object({
  token: z.string().min(1),
  name: z.string(),
  type: z.string(),
  parent_token: z.string().optional(),
  url: z.string().optional(),
  shortcut_info: z.object({ target_type: z.string(), target_token: z.string() }).optional(),
  modified_time: z.string().optional(),
});
export type ListedFile = z.infer<typeof ListedFile>;

/** As it is told of a file that was asked for by itself. */
export const FileMeta = z.object({
  doc_token: z.string().min(1),
  doc_type: z.string(),
  title: z.string(),
  latest_modify_time: z.string().optional(),
  url: z.string().optional(),
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
    url: url || null,
    target: null,
  };
}

function secondsOf(digits: string | undefined): Date | null {
  return digits && /^\d{1,11}$/.test(digits) && digits !== '0' ? new Date(Number(digits) * 1000) : null;
}
