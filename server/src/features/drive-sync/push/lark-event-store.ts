import { z } from 'zod';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { shareNextCall } from '../../../platform/concurrency/share-calls.ts';
import type { LarkDriveApp } from '../../../providers/drives/credential.ts';
import type { LarkFileEvent } from '../../../providers/drives/lark/events.ts';
import { makeDrivePollDue } from '../poll/claim-due-drives.ts';
import { queueFilesToRequest } from '../poll/files-to-request.ts';
import { queueFoldersToList } from '../poll/folders-to-list.ts';

/** Keeps only items inside picked folders. Apps also receive events for other items. */
const NAMED = defineStatement({
  name: 'drive-items-named-by-events',
  scope: 'cross_tenant',
  row: z.strictObject({
    workspaceId: z.uuid(),
    connectionId: z.uuid(),
    files: z.array(z.string()),
    folders: z.array(z.string()),
  }),
  sql: `
select c.workspace_id as "workspaceId", c.id as "connectionId", f.files, d.folders
from drive_connections c cross join lateral (
  select coalesce(array_agg(provider_id), '{}') as files from drive_files
  where workspace_id = c.workspace_id and connection_id = c.id and provider_id = any(:files::text[])
    and not is_folder and folder_id is not null) f
cross join lateral (
  select coalesce(array_agg(provider_id), '{}') as folders from (
    select provider_id from drive_files
    where workspace_id = c.workspace_id and connection_id = c.id and provider_id = any(:folders::text[])
      and is_folder and folder_id is not null
    union
    select provider_id from drive_folders
    where workspace_id = c.workspace_id and connection_id = c.id and provider_id = any(:folders::text[])) known) d
where c.kind = :kind and c.app_id = :appId and c.kind <> 'google' and c.state in ('connected', 'degraded')
  and ${runsBackgroundWorkSql('c.workspace_id')} and (f.files <> '{}' or d.folders <> '{}')`,
});

type App = Pick<LarkDriveApp, 'kind' | 'appId'>;

/** Queues the files that events name, and the folders in which something was created, in each drive of the app. */
async function queueItems(db: Database, { kind, appId }: App, events: readonly LarkFileEvent[]): Promise<void> {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const { fileToken, folderToken } of events) {
    if (folderToken === null) files.add(fileToken);
    else folders.add(folderToken);
  }
  const drives = await NAMED.all(db.pool, { kind, appId, files: [...files], folders: [...folders] });
  for (const { workspaceId, connectionId, ...named } of drives) {
    const now = new Date();
    const of = { workspaceId, connectionId };
    const toList = named.folders.map((id) => ({ id, driveId: null }));
    await createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
      await queueFilesToRequest(em, of, named.files, now);
      await queueFoldersToList(em, of, toList, { foundBy: 'push', now });
    });
    // Only now: a poll that a wake-up relies on must find what was queued.
    await makeDrivePollDue(db.pool, workspaceId, connectionId);
  }
}

type Waiting = { events: LarkFileEvent[]; store: () => Promise<void> };

/**
 * Stores what the events of apps name for the next poll of their drives, before the sender is answered (rules/drives
 * 4). Events of an app that arrive together are stored together, so that they use one database connection.
 */
export class LarkEventStore {
  readonly #db: Database;
  readonly #apps = new Map<string, Waiting>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Resolves once the event is stored.
   * @throws if the database fails; the provider then sends the event again
   */
  store(app: App, event: LarkFileEvent): Promise<void> {
    const waiting = this.#waitingOf(app);
    waiting.events.push(event);
    return waiting.store();
  }

  #waitingOf(app: App): Waiting {
    const key = `${app.kind} ${app.appId}`;
    const known = this.#apps.get(key);
    if (known) return known;
    const events: LarkFileEvent[] = [];
    const store = shareNextCall(() => queueItems(this.#db, app, events.splice(0)));
    this.#apps.set(key, { events, store });
    return { events, store };
  }
}
