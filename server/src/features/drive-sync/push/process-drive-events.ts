import { raw, type Raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { isWorkedOn } from '../../../database/statements/away.ts';
import { defineQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE, NO_LEASE } from '../../../platform/queue/lease.ts';
import { DriveFailure } from '../../../providers/drives/drive.ts';
import { DriveEventEntity } from '../connection/change-feed.entity.ts';
import { DriveConnectionEntity, IS_READABLE } from '../connection/drive-connection.entity.ts';
import { recordDriveSuccess } from '../connection/drive-outcome.ts';
import { driveCause } from '../connection/drive-subject.ts';
import { DriveUnavailable, openDrive } from '../connection/open-drive.ts';
import { failsLong, recordRequestFailure } from '../connection/request-failures.ts';
import { wakeDrive } from '../poll/claim-due-drives.ts';
import { addFoldersToList } from '../poll/folders-to-list.ts';
import type { DrivePollingServices } from '../poll/start-drive-poller.ts';
import { fetchItems, markFetched, upsertWithAncestors } from '../poll/upsert-with-ancestors.ts';

export const DriveApps = z.enum(['lark', 'feishu']);

const Event = z.strictObject({
  kind: DriveApps,
  appId: z.string(),
  eventId: z.string(),
  fileToken: z.string(),
  folderToken: z.string().nullable(),
  receivedAt: z.date(),
  ...LEASE,
});
type StoredEvent = z.infer<typeof Event>;

const DRIVE_EVENTS = defineQueue({
  name: 'drive-events',
  table: 'directory.drive_events',
  key: { kind: 'kind', appId: 'app_id', eventId: 'event_id' },
  seconds: 60,
  row: Event,
  returning: `q.kind, q.app_id as "appId", q.event_id as "eventId", q.file_token as "fileToken",
  q.folder_token as "folderToken", q.received_at as "receivedAt"`,
});

/** Maximum number of events handled together. Many events of one file cost one request. */
const MOST = 2_000;

type EventsOfApp = { kind: StoredEvent['kind']; appId: string; leaseId: string; events: StoredEvent[] };

/** Claims waiting events, oldest first, grouped by app. */
export async function claimDriveEvents(on: Runner): Promise<EventsOfApp[]> {
  const claimed = await DRIVE_EVENTS.claim(on, MOST);
  const apps = Map.groupBy(claimed, ({ kind, appId }) => `${kind} ${appId}`);
  return [...apps.values()].flatMap((events) => {
    const [first] = events;
    return first ? [{ kind: first.kind, appId: first.appId, leaseId: first.leaseId, events }] : [];
  });
}

/** Ends the leases of an app's events, which were handled. */
export function completeDriveEvents(db: Database, events: EventsOfApp): Promise<void> {
  return release(db, events, { dueAt: null, handledAt: raw('now()') });
}

/** Ends the leases of an app's events. Those of these tokens are due again at `dueAt`, the others were handled. */
export async function retryEventsAt(
  db: Database,
  events: EventsOfApp,
  dueAt: Date,
  tokens?: ReadonlySet<string>,
): Promise<void> {
  const again = events.events.filter(({ fileToken, folderToken }) => tokens?.has(folderToken ?? fileToken) ?? true);
  await release(db, events, { dueAt, handledAt: null }, again);
  if (again.length < events.events.length) await completeDriveEvents(db, events);
}

async function release(
  db: Database,
  { kind, appId, leaseId, events }: EventsOfApp,
  next: { dueAt: Date | null; handledAt: Raw | null },
  some = events,
): Promise<void> {
  const eventId = some === events ? {} : { eventId: { $in: some.map((each) => each.eventId) } };
  await db.em.fork().nativeUpdate(DriveEventEntity, { kind, appId, leaseId, ...eventId }, { ...NO_LEASE, ...next });
}

const Connection = z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), pausedUntil: z.date().nullable() });

const OF_APP = defineStatement({
  name: 'drives-of-app',
  scope: 'cross_tenant',
  row: Connection,
  sql: `
select workspace_id as "workspaceId", id, paused_until as "pausedUntil" from drive_connections
where kind = :kind and app_id = :appId and kind <> 'google' and state in ('connected', 'degraded')
  and ${isWorkedOn('workspace_id')}`,
});

/** Keeps only items inside picked folders. Apps also receive events for other items. */
const AFFECTED_ITEMS = defineStatement({
  name: 'drive-items-affected',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), isToBeListed: z.boolean() }),
  sql: `
select provider_id as id, provider_id = any(:folders::text[]) as "isToBeListed" from drive_files
where workspace_id = :workspaceId and connection_id = :id and folder_id is not null
  and (not is_folder and provider_id = any(:files::text[]) or is_folder and provider_id = any(:folders::text[]))
union all
select provider_id, true from drive_folders d
where d.workspace_id = :workspaceId and d.connection_id = :id and provider_id = any(:folders::text[])
  and not exists (select from drive_files f where f.workspace_id = :workspaceId and f.connection_id = :id
    and f.provider_id = d.provider_id and f.folder_id is not null)`,
});

/** Files and folders to handle again, and when. */
type Later = { at: Date; tokens: ReadonlySet<string> };

/**
 * Handles the events of an app (rules/drives 3): requests each file once, however many events it has, and lists folders
 * in which something was created. Returns when to retry which if a drive didn't answer, or undefined if all is done.
 */
export async function processDriveEvents(
  services: DrivePollingServices,
  { kind, appId, events }: EventsOfApp,
): Promise<Later | undefined> {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const { fileToken, folderToken } of events) {
    if (folderToken === null) files.add(fileToken);
    else folders.add(folderToken);
  }
  const tokens = { files: [...files], folders: [...folders] };
  const isLong = failsLong(
    events.reduce((first, { receivedAt }) => (receivedAt < first ? receivedAt : first), new Date()),
  );
  let later: Later | undefined;
  for (const connection of await OF_APP.all(services.db.pool, { kind, appId })) {
    const left = await handleOf(services, connection, { ...tokens, isLong });
    if (!left) continue;
    const at = later && later.at > left.at ? later.at : left.at;
    later = { at, tokens: new Set([...(later?.tokens ?? []), ...left.tokens]) };
  }
  return later;
}

async function handleOf(
  services: DrivePollingServices,
  { workspaceId, id, pausedUntil }: z.infer<typeof Connection>,
  { files, folders, isLong }: { files: string[]; folders: string[]; isLong: boolean },
): Promise<Later | undefined> {
  const { db, stopping } = services;
  const affected = await AFFECTED_ITEMS.all(db.pool, { workspaceId, id, files, folders });
  if (affected.length === 0) return undefined;
  const now = new Date();
  // The drive is paused, so its events wait for as long.
  if (pausedUntil && pausedUntil > now) return { at: pausedUntil, tokens: new Set(affected.map((each) => each.id)) };
  const workspace = { id: workspaceId, slug: '', name: '' };
  const ctx: Context = { ...driveCause(workspaceId, now), workspace, db, reach: 'workspace' };
  const toList = affected.flatMap((each) => (each.isToBeListed ? [{ id: each.id, driveId: null }] : []));
  await inTransaction(ctx, async (em) => {
    await em.nativeUpdate(DriveConnectionEntity, { workspaceId, id, ...IS_READABLE }, { lastEventAt: now });
    if (toList.length > 0) await wakeDrive(em, workspaceId, id);
    await addFoldersToList(em, { workspaceId, connectionId: id }, toList, { foundBy: 'push', now });
  });
  const toFetch = affected.filter(({ isToBeListed }) => !isToBeListed).map((each) => ({ id: each.id, driveId: null }));
  if (toFetch.length === 0) return undefined;
  const left = new Set(toFetch.map((each) => each.id));
  try {
    const opened = await openDrive(services, { workspaceId, id });
    const { connection, drive } = opened;
    const renewLease = () => Promise.resolve();
    const reader = {
      ctx,
      connection,
      drive,
      foundBy: 'push' as const,
      signal: stopping,
      renewLease,
      unavailableParents: new Set<string>(),
      isLong,
    };
    try {
      const { asked, failure } = await fetchItems(reader, toFetch);
      const items = asked.flatMap(({ item }) => item ?? []);
      await upsertWithAncestors(reader, items, (em) => markFetched(em, reader, asked));
      for (const each of asked) left.delete(each.id);
      if (failure !== undefined) throw failure;
      await recordDriveSuccess(services, connection);
      return undefined;
    } catch (error) {
      if (stopping.aborted || !(error instanceof DriveFailure)) throw error;
      const at = await recordRequestFailure(services, opened, error, stopping);
      return error.outcome === 'access_lost' ? undefined : { at, tokens: left };
    }
  } catch (error) {
    // Reconnecting a drive lists everything anyway.
    if (error instanceof DriveUnavailable) return undefined;
    throw error;
  }
}
