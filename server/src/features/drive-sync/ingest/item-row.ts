import { hash } from 'node:crypto';
import { newId } from '../../../platform/ids.ts';
import type { DriveItem } from '../../../providers/drives/drive.ts';

/** An item in the form that statements store. */
export type ItemRow = ReturnType<typeof toItemRow>;

/** An item with its parent folders. */
export type DriveItemWithParents = DriveItem & { parents: string[] };

/** Maximum UTF-16 units of a name. A page of files with longer ones couldn't be displayed. */
const LONGEST = 2_000;

/** PostgreSQL's text can't contain NUL or a lone surrogate, which providers may return. */
const storable = (value: string): string => value.slice(0, LONGEST).toWellFormed().replaceAll('\0', '');

/**
 * Returns a fingerprint of what the provider says about an item: equal if there is nothing to store; null if the
 * content of a file may have changed nevertheless.
 */
export function fingerprintOfItem(item: DriveItem): string | null {
  const { id, name, kind, mediaType, parents, driveId, trashed, readable, size, checksum, revision, changedAt, url } =
    item;
  if (parents === null || item.target !== null || (kind !== 'folder' && checksum === null && revision === null))
    return null;
  const at = changedAt?.getTime() ?? null;
  const all: unknown[] = [
    id,
    name,
    kind,
    mediaType,
    parents,
    driveId,
    trashed,
    readable,
    size,
    checksum,
    revision,
    at,
    url,
  ];
  if (item.resourceKey !== null) all.push(item.resourceKey);
  return hash('md5', JSON.stringify(all), 'base64');
}

export function toItemRow(item: DriveItemWithParents) {
  const { id, name, mediaType, parents, driveId, trashed, url, size, checksum, revision, changedAt, target } = item;
  return {
    new_id: newId(),
    id,
    name: storable(name),
    media_type: storable(mediaType),
    parents: [...new Set(parents)],
    drive_id: driveId,
    trashed,
    url: url === null ? null : storable(url),
    size,
    checksum,
    revision,
    changed_at: changedAt,
    target_id: target?.id ?? null,
    target_media_type: target?.mediaType ? storable(target.mediaType) : null,
    resource_key: item.resourceKey,
    seen_as: fingerprintOfItem(item),
  };
}
