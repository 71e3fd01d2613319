import { newId } from '../../../platform/ids.ts';
import type { DriveItem } from '../../../providers/drives/drive.ts';

/** An item as the statements take it that store what was seen. */
export type SeenItem = ReturnType<typeof seenItem>;

/** An item, and where it is. */
export type PlacedItem = DriveItem & { parents: string[] };

/** PostgreSQL's text holds neither NUL nor half a surrogate pair, whatever a provider answers. */
const storable = (value: string): string => value.toWellFormed().replaceAll('\0', '');

export function seenItem(item: PlacedItem) {
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
  };
}
