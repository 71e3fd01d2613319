import type { FoundBy } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { DriveItem, FolderRef } from '../../../providers/drives/drive.ts';
import type { Cause } from '../../events/record-event.ts';
import { drivesTopic } from '../connection/drives-topic.ts';
import { DRIVE_FILES_DUE } from './due-topic.ts';
import { lockDrive } from './lock-drive.ts';
import { upsertFiles } from './upsert-files.ts';
import { upsertFolders } from './upsert-folders.ts';
import { itemRow, type PlacedItem } from './item-row.ts';

export type HowSeen = {
  foundBy: FoundBy;
  /** The crawl that found them. */
  crawlId?: string;
  now: Date;
};

export type SeenPage = {
  seen: number;
  /** Files that are due because they are new, changed or came back. */
  changed: number;
  /**
   * Parent folders that are neither picked nor known. Request them and pass them to `upsertItems` to place their items.
   */
  unknownParents: FolderRef[];
  /** Folders that are now inside a picked folder and weren't before. List their content, unless a crawl does. */
  entered: FolderRef[];
};

/**
 * Stores a page of items, in the caller's transaction (rules/drives 6): computes the location of each from the known
 * folders, and which files are due. A folder that moves takes everything inside along, into or out of scope.
 */
export async function upsertItems(
  on: Runner,
  ctx: Pick<Cause, 'workspace'>,
  connection: { id: string },
  items: readonly DriveItem[],
  { foundBy, crawlId, now }: HowSeen,
): Promise<SeenPage> {
  // If an item is on the page twice, the last one counts.
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  if (distinct.length === 0) return { seen: 0, changed: 0, unknownParents: [], entered: [] };
  const workspaceId = ctx.workspace.id;
  const seen = { workspaceId, connectionId: connection.id, foundBy, now };
  await lockDrive(on, workspaceId, connection.id);
  const placed = await withParents(on, seen, distinct);
  const folders = placed.filter(isFolder).map(itemRow);
  const files = placed.filter((item) => !isFolder(item)).map(itemRow);
  const ofFolders = await upsertFolders(on, seen, folders, crawlId ?? null);
  const ofFiles = await upsertFiles(on, seen, files, crawlId ?? null);
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

/** Keeps the known parents of items whose parents the provider doesn't return. */
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

/** References to folders by id, each with the shared drive of the items inside. */
function refsOf(ids: readonly string[], items: readonly PlacedItem[]): FolderRef[] {
  return [...new Set(ids)].map((id) => ({
    id,
    driveId: items.find(({ parents }) => parents.includes(id))?.driveId ?? null,
  }));
}
