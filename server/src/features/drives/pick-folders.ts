import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  BrowseDrive,
  DriveSubfolderPage,
  PickDriveFoldersResult,
  PickDriveFolders,
} from '@training/shared/drives/drive-summaries';
import { ScannedDriveFolder } from '@training/shared/drives/drives';
import { z } from 'zod';
import type { DriveContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import type { Drive, DriveItem } from '../../providers/drives/drive.ts';
import { PickedDriveFolderEntity } from '../drive-sync/connection/drive-connection.entity.ts';
import { drivesLiveTopicOf, driveAuditSubjectOf } from '../drive-sync/connection/drive-subject.ts';
import { startCrawl } from '../drive-sync/crawl/start-crawl.ts';
import { recomputeDrivePlacement } from '../drive-sync/ingest/recompute-placement.ts';
import { recordEvent } from '../events/record-event.ts';
import { runDriveRequest } from './drive-requests.ts';
import { getDriveConnection, lockDriveConnection } from './get-drive-connection.ts';

/** Maximum number of pages searched for folders per response, as most items may be files. */
const MOST_PAGES = 5;

/** Number of folders that is enough for a response. */
const ENOUGH = 50;

/**
 * Lists folders to pick from: the roots of a drive, the folders inside one, or the folder behind a link.
 * @throws AppError `drive_not_found`, `drive_reconnect_needed`, `drive_folder_not_found`, `drive_access_refused`,
 * `drive_unavailable`
 */
export async function browseDrive(
  ctx: DriveContext,
  { id, folder, page, address }: BrowseDrive,
): Promise<DriveSubfolderPage> {
  await getDriveConnection(ctx.db.pool, ctx.workspace.id, id);
  return runDriveRequest(ctx, id, async ({ drive }, signal) => {
    if (address !== null) {
      const found = await drive.folderAt?.(address, signal);
      return { folders: found ? [entryOf(found)] : [], next: null };
    }
    if (folder === null) return { folders: (await drive.roots(signal)).map(entryOf), next: null };
    return foldersIn(drive, { id: folder.provider_id, driveId: folder.drive_id }, page, signal);
  });
}

async function foldersIn(
  drive: Drive,
  folder: { id: string; driveId: string | null },
  from: string | null,
  signal: AbortSignal,
): Promise<DriveSubfolderPage> {
  const folders: DriveItem[] = [];
  let next = from;
  for (let pages = 0; pages < MOST_PAGES && folders.length < ENOUGH; pages += 1) {
    const page = await drive.list(folder, next, signal);
    folders.push(...page.items.filter(({ kind, trashed }) => kind === 'folder' && !trashed));
    next = page.next;
    if (next === null) break;
  }
  return { folders: folders.map(entryOf), next };
}

const entryOf = ({ id, driveId, name }: DriveItem) => ({ provider_id: id, drive_id: driveId, name });

const LIST = defineStatement({
  name: 'list-drive-folders',
  scope: 'tenant',
  row: ScannedDriveFolder,
  sql: `
select f.id, f.provider_id, f.drive_id, f.name, f.department_id, p.name as department,
  coalesce(l.problem, f.problem) as problem
from drive_folders f
left join departments p on p.workspace_id = :workspaceId and p.id = f.department_id
left join drive_change_feeds l on l.workspace_id = :workspaceId and l.connection_id = :id and l.drive_id = f.drive_id
where f.workspace_id = :workspaceId and f.connection_id = :id order by lower(f.name), f.id`,
});

const UNKNOWN_DEPARTMENTS = defineStatement({
  name: 'unknown-departments-of-drive-folders',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select given.id from unnest(:ids::uuid[]) as given (id)
where not exists (select from departments p where p.workspace_id = :workspaceId and p.id = given.id)`,
});

type Asked = PickDriveFolders['folders'][number];
type Named = Asked & { name: string; resource_key?: string | null };
type Place = Pick<Named, 'name' | 'drive_id'> & { resource_key?: string | null };

/**
 * Replaces the picked folders of a drive (rules/drives 1). Files in none of them go out of scope, and new folders are
 * crawled. With nested folders, the nearest one counts.
 * @throws AppError `drive_not_found`, `department_not_found`, `stale_version`; as `browseDrive` if folders are new
 */
export async function replacePickedFolders(
  ctx: DriveContext,
  { id, folders, seen }: PickDriveFolders,
): Promise<PickDriveFoldersResult> {
  const workspaceId = ctx.workspace.id;
  await getDriveConnection(ctx.db.pool, workspaceId, id);
  const before = await LIST.all(ctx.db.pool, { workspaceId, id });
  const known = new Map<string, Place>(before.map((each) => [each.provider_id, each]));
  const isNew = folders.filter(({ provider_id }) => !known.has(provider_id));
  const added =
    isNew.length > 0 ? await runDriveRequest(ctx, id, ({ drive }, signal) => placesOf(drive, isNew, signal)) : known;
  const named = folders.map((each) => {
    const place = known.get(each.provider_id) ?? added.get(each.provider_id) ?? { ...each, name: each.provider_id };
    const { name, drive_id, resource_key = null } = place;
    return { ...each, name, drive_id, resource_key };
  });
  return inTransaction(ctx, (em) => replace(em, ctx, { id, named, seen }));
}

/** Names and shared drives of the new folders, from the provider. */
async function placesOf(drive: Drive, folders: Asked[], signal: AbortSignal): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const roots = new Map((await drive.roots(signal)).map((root) => [root.id, root]));
  for (const { provider_id: id, drive_id: driveId } of folders) {
    const found = roots.get(id) ?? (await drive.get({ id, driveId }, signal));
    if (found?.kind !== 'folder' || found.trashed) throw folderNotFound(id);
    places.set(id, {
      name: found.name.trim().slice(0, 500) || id,
      drive_id: found.driveId,
      resource_key: found.resourceKey,
    });
  }
  return places;
}

async function replace(
  em: EntityManager,
  ctx: DriveContext,
  { id, named, seen }: { id: string; named: Named[]; seen: string[] },
): Promise<PickDriveFoldersResult> {
  const { workspace, actor, now } = ctx;
  const workspaceId = workspace.id;
  const drive = await lockDriveConnection(em, workspaceId, id);
  const before = await LIST.all(em, { workspaceId, id });
  if (String(before.map((each) => each.id).toSorted()) !== String(seen.toSorted())) throw pickedMeanwhile();
  await assertDepartments(em, workspaceId, named);
  const kept = named.map(({ provider_id }) => provider_id);
  const others = { workspaceId, connectionId: id, providerId: { $nin: kept } };
  const removed = await em.nativeDelete(PickedDriveFolderEntity, others);
  await em.upsertMany(
    PickedDriveFolderEntity,
    named.map(({ provider_id: providerId, drive_id: driveId, department_id: departmentId, name, resource_key }) => ({
      workspaceId,
      id: newId(),
      connectionId: id,
      providerId,
      driveId,
      name,
      departmentId,
      resourceKey: resource_key ?? null,
      pickedByName: actor.name,
      pickedAt: now,
    })),
    { onConflictFields: ['workspaceId', 'connectionId', 'providerId'], onConflictMergeFields: ['departmentId'] },
  );
  const folders = await LIST.all(em, { workspaceId, id });
  const added = kept.filter((each) => !before.some(({ provider_id }) => provider_id === each));
  // Locks in the same order as a crawl does (the crawl, then the files it stores) to prevent deadlocks.
  const scan_id =
    added.length > 0 && drive.state !== 'disconnected' ? await startCrawl(em, ctx, id, { cause: 'folders' }) : null;
  if (removed > 0 || added.length > 0) {
    await recomputeDrivePlacement(em, { workspaceId, connectionId: id, foundBy: 'manual', now });
  }
  const words = (all: ScannedDriveFolder[]) =>
    all.map(({ name, department }) => (department ? `${name} → ${department}` : name));
  await recordEvent(em, ctx, {
    action: 'drive.folders_picked',
    subject: driveAuditSubjectOf(drive),
    changes: { folders: [words(before), words(folders)] },
  });
  await publishTopics(em, drivesLiveTopicOf(workspaceId));
  return { folders, scan_id };
}

async function assertDepartments(on: StatementRunner, workspaceId: string, named: Named[]): Promise<void> {
  const ids = [...new Set(named.flatMap(({ department_id }) => department_id ?? []))];
  const [unknown] = await UNKNOWN_DEPARTMENTS.all(on, { workspaceId, ids });
  if (unknown) throw new AppError('department_not_found', `There is no department ${unknown.id} in this workspace.`);
}

function folderNotFound(id: string): AppError {
  return new AppError(
    'drive_folder_not_found',
    `The account can’t see the folder ${id}. Reload the list, or share the folder with the account. Nothing was saved.`,
  );
}

function pickedMeanwhile(): AppError {
  return new AppError('stale_version', 'Someone else changed the folders. Reload, then choose again.');
}
