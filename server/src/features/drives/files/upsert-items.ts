import type { FoundBy } from '@training/shared/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { DriveItem, FolderRef } from '../../../providers/drives/drive.ts';
import type { Cause } from '../../events/record-event.ts';
import { drivesTopic } from '../drives-topic.ts';
import { DRIVE_FILES_DUE } from './due-topic.ts';
import { lockDrive } from './lock-drive.ts';
import { upsertFiles } from './upsert-files.ts';
import { upsertFolders } from './upsert-folders.ts';
import { itemRow, type PlacedItem } from './item-row.ts';

export type HowSeen = {
  foundBy: FoundBy;
  /** The walk that came across them. */
  walkId?: string;
  now: Date;
};

export type SeenPage = {
  seen: number;
  /** Files that are new, have changed or came back, and so are due. */
  changed: number;
  /**
   * Folders that items are in and that are neither picked nor known: whoever asks for them, and gives them to
   * `upsertItems`, places the items.
   */
  unknownParents: FolderRef[];
  /**
   * Folders that were in nothing picked before, and are now: unless a walk comes to them, what is in them is to be
   * listed.
   */
  entered: FolderRef[];
};

/**
 * Stores a page of what was seen of a drive, in the transaction that it belongs to (rules/drives 6): where each item
 * is, by its ancestry among the folders that are known, and which files are due. A folder that moves takes everything
 * within it out of what was picked, or into it.
 */
export async function upsertItems(
  on: Runner,
  ctx: Pick<Cause, 'workspace'>,
  connection: { id: string },
  items: readonly DriveItem[],
  { foundBy, walkId, now }: HowSeen,
): Promise<SeenPage> {
  // One that is twice on a page is there as it was listed last.
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  if (distinct.length === 0) return { seen: 0, changed: 0, unknownParents: [], entered: [] };
  const workspaceId = ctx.workspace.id;
  const seen = { workspaceId, connectionId: connection.id, foundBy, now };
  await lockDrive(on, workspaceId, connection.id);
  const placed = await withParents(on, seen, distinct);
  const folders = placed.filter(isFolder).map(itemRow);
  const files = placed.filter((item) => !isFolder(item)).map(itemRow);
  const ofFolders = await upsertFolders(on, seen, folders, walkId ?? null);
  const ofFiles = await upsertFiles(on, seen, files, walkId ?? null);
  const changed = ofFolders.changed + ofFiles.changed;
  const left = [...ofFolders.left, ...ofFiles.left];
  if (changed > 0) await publish(on, DRIVE_FILES_DUE);
  if (changed > 0 || left.length > 0) await publish(on, drivesTopic(workspaceId));
  return {
    seen: distinct.length,
    changed,
    unknownParents: refsOf([...ofFolders.unknown, ...ofFiles.unknown], placed),
    entered: ofFolders.entered,
  };
}

const isFolder = ({ kind }: DriveItem): boolean => kind === 'folder';

const KNOWN_PARENTS = defineStatement({
  name: 'known-parents-in-drive',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), parents: z.array(z.string()) }),
  sql: `
select provider_id as id, parent_ids as parents from drive_files
where workspace_id = :workspaceId and connection_id = :connectionId and provider_id = any(:ids::text[])`,
});

/** Items whose parents the provider does not say are where they were. */
async function withParents(
  on: Runner,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  items: readonly DriveItem[],
): Promise<PlacedItem[]> {
  const ids = items.filter(({ parents }) => parents === null).map(({ id }) => id);
  const rows = ids.length > 0 ? await KNOWN_PARENTS.all(on, { workspaceId, connectionId, ids }) : [];
  const known = new Map(rows.map(({ id, parents }) => [id, parents]));
  return items.map((item) => ({ ...item, parents: item.parents ?? known.get(item.id) ?? [] }));
}

/** Folders by their ids, each with the shared drive that what is in it is in. */
function refsOf(ids: readonly string[], items: readonly PlacedItem[]): FolderRef[] {
  return [...new Set(ids)].map((id) => ({
    id,
    driveId: items.find(({ parents }) => parents.includes(id))?.driveId ?? null,
  }));
}
